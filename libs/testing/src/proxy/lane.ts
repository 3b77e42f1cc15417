import type { Socket } from 'node:net';

/** Which way the bytes go: from who connected to the target, or back. */
export type Direction = 'to_target' | 'to_client';

/** What every connection meets in one direction, at this moment. */
export interface Conditions {
  /** Added to each piece, in milliseconds. Order is kept whatever it is changed to. */
  delayMs: number;
  /** `held`: nothing arrives until it is `open` again, and nothing is lost. `dropped`: what comes now is lost. */
  flow: 'open' | 'held' | 'dropped';
}

/** More than this waiting, and the source is no longer read: a slow way must not fill the memory. */
const HELD_BYTES_MAX = 1_000_000;

type Piece =
  | { readonly bytes: Buffer; readonly at: number }
  | { readonly ended: 'closed' | 'gone' | 'reset' };

/** One direction of one connection. */
export class Lane {
  private readonly waiting: Piece[] = [];
  private waitingBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  /** Whether bytes were lost here: the connection is then of no more use to either side. */
  hasLost = false;

  constructor(
    private readonly from: Socket,
    private readonly to: Socket,
    private readonly conditions: Conditions,
  ) {
    from.on('data', (bytes) => this.arrive(Buffer.from(bytes)));
    from.once('end', () => this.push({ ended: 'closed' }));
    // A side that is gone is told to the other in order, behind the bytes it sent before.
    from.once('close', (failed) => this.push({ ended: failed ? 'reset' : 'gone' }));
    from.on('error', () => undefined);
    to.on('drain', () => this.moveOn());
    to.once('close', () => clearTimeout(this.timer));
  }

  /** Delivers what may be delivered now. To be called when the conditions have changed. */
  moveOn(): void {
    clearTimeout(this.timer);
    while (this.conditions.flow !== 'held' && !this.to.destroyed && !this.to.writableNeedDrain) {
      const piece = this.waiting[0];
      if (piece === undefined) break;
      const waitMs = 'bytes' in piece ? piece.at + this.conditions.delayMs - performance.now() : 0;
      if (waitMs > 0) {
        this.timer = setTimeout(() => this.moveOn(), waitMs);
        return;
      }
      this.waiting.shift();
      this.deliver(piece);
    }
    if (this.waitingBytes < HELD_BYTES_MAX) this.from.resume();
  }

  private arrive(bytes: Buffer): void {
    if (this.conditions.flow === 'dropped') {
      this.hasLost = true;
      return;
    }
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= HELD_BYTES_MAX) this.from.pause();
    this.push({ bytes, at: performance.now() });
  }

  private push(piece: Piece): void {
    this.waiting.push(piece);
    this.moveOn();
  }

  private deliver(piece: Piece): void {
    if ('bytes' in piece) {
      this.waitingBytes -= piece.bytes.length;
      this.to.write(piece.bytes);
    } else if (piece.ended === 'closed') this.to.end();
    else if (piece.ended === 'reset') this.to.resetAndDestroy();
    else this.to.destroySoon();
  }
}
