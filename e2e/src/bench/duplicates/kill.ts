import { waitFor } from '@countersign/testing';

/** For so long nobody else has come to where it is to die: then it is killed without them. */
const LAST_MS = 10_000;

/** Gathers the runs that are where they are to be killed, and lets the answers that are held go right before. */
export class Kill {
  #held = 0;
  readonly #now = Promise.withResolvers<void>();

  constructor(readonly expected: number) {}

  /** Settles when a held answer may arrive. */
  held(): Promise<void> {
    this.#held += 1;
    return this.#now.promise;
  }

  /** Whoever is still on the way when time runs out is killed wherever it is; that is a fault like the others. */
  async everyoneHeld(): Promise<void> {
    await waitFor('everyone to be where they die', () => this.#held >= this.expected || undefined, {
      withinMs: LAST_MS,
    }).catch(() => undefined);
    this.#now.resolve();
    // The answers that were held are written in this turn of the loop.
    await new Promise<void>((written) => setImmediate(written));
  }
}
