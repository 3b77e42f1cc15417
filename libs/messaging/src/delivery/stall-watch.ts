import type { Clock } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';

/** How far something has come, told by whoever keeps the mark and not by whoever is to move it. */
export interface Progress {
  /** What lies behind the mark and is not handled. */
  readonly lag: number;
  /** Rises with every step. */
  readonly mark: bigint;
}

/** There is work, and nothing of it was done for this long. */
export interface Stall {
  readonly behind: number;
  readonly forMs: number;
}

export interface StallWatchOptions {
  /** Who is watched, in the log. */
  readonly reader: string;
  /** Not answered while the broker or the store is away: that is told elsewhere. */
  look(): Promise<Progress>;
  readonly clock: Clock;
  readonly logger: Log;
}

const lookEveryMs = 10_000;
/** Longer than a rebalance with all its waits; shorter than a person's patience. */
const stalledAfterMs = 30_000;

/**
 * Names a stall, whatever its cause: work waits and the mark does not move. It cures nothing, because it cannot know
 * what is wrong; it makes readiness say so and writes one line when it begins and one when it is over.
 */
export class StallWatch {
  #mark: { readonly at: bigint; readonly since: number } | undefined;
  #stall: Stall | undefined;

  constructor(private readonly options: StallWatchOptions) {}

  get stall(): Stall | undefined {
    return this.#stall;
  }

  /** Until the signal fires; it never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.options;
    while (!signal.aborted) {
      await clock.wait(lookEveryMs, signal).catch(() => undefined);
      if (!signal.aborted) await this.lookOnce().catch(() => undefined);
    }
  }

  async lookOnce(): Promise<void> {
    const { look, clock, logger, reader } = this.options;
    const { lag, mark } = await look();
    const now = clock.nowMs();
    if (lag === 0 || this.#mark?.at !== mark) this.#mark = { at: mark, since: now };
    const forMs = now - this.#mark.since;
    const before = this.#stall;
    this.#stall = lag > 0 && forMs >= stalledAfterMs ? { behind: lag, forMs } : undefined;
    if (this.#stall !== undefined && before === undefined)
      logger.error('reader.stalled', { reader, count: lag, lagMs: forMs });
    if (this.#stall === undefined && before !== undefined)
      logger.info('reader.goes_on', { reader, lagMs: before.forMs });
  }
}
