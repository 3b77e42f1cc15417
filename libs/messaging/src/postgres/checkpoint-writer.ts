import type { Ports } from '@countersign/contracts';
import { type Checkpoint, type Cursor, compareCursors } from '@countersign/event-store';

interface Kept {
  readonly consumer: string;
  reached(): Cursor;
  written: Cursor;
}

export interface CheckpointWriterOptions {
  readonly advance: (checkpoints: readonly Checkpoint[]) => Promise<void>;
  readonly ports: Ports;
  readonly everyMs?: number;
}

/** Writes how far the services of a process are: all in one statement, and only what moved. */
export class CheckpointWriter {
  readonly #kept = new Set<Kept>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(private readonly options: CheckpointWriterOptions) {}

  start(): void {
    this.#running ??= this.#run();
  }

  /** Keeps a consumer's mark from now on. The answer ends that, after a last write. */
  keep(consumer: string, from: Cursor, reached: () => Cursor): () => Promise<void> {
    const kept: Kept = { consumer, reached, written: from };
    this.#kept.add(kept);
    return async () => {
      this.#kept.delete(kept);
      await this.#write([kept]).catch(() => undefined);
    };
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { ports, everyMs = 200 } = this.options;
    while (!signal.aborted) {
      await ports.clock.wait(everyMs, signal).catch(() => undefined);
      // A write that fails costs repetitions after a crash, nothing else; the next one carries more.
      await this.#write([...this.#kept]).catch(() => undefined);
    }
  }

  async #write(candidates: readonly Kept[]): Promise<void> {
    const moved = candidates
      .map((kept) => ({ kept, cursor: kept.reached() }))
      .filter(({ kept, cursor }) => compareCursors(cursor, kept.written) > 0);
    if (moved.length === 0) return;
    await this.options.advance(moved.map(({ kept, cursor }) => ({ consumer: kept.consumer, cursor })));
    for (const { kept, cursor } of moved) kept.written = cursor;
  }
}
