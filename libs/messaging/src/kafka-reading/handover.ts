/**
 * One thing at a time from whoever has it to whoever asks: the giver waits until it is taken, so that a slow taker
 * fills no memory.
 */
export class Handover<Thing> {
  #held: { readonly thing: Thing; readonly taken: () => void }[] = [];
  #asking:
    | { readonly resolve: (thing: Thing) => void; readonly reject: (error: unknown) => void }
    | undefined;
  #error: { readonly error: unknown } | undefined;
  #closed = false;

  /** Resolves when it was taken, or when nobody will take it any more. `alive` is called while it waits. */
  async give(thing: Thing, alive: () => Promise<void>): Promise<void> {
    if (this.#closed) return;
    const taken = new Promise<void>((done) => {
      this.#held.push({ thing, taken: done });
    });
    this.#serve();
    const beat = setInterval(() => void alive().catch(() => undefined), 5_000);
    await taken.finally(() => clearInterval(beat));
  }

  take(): Promise<Thing> {
    return new Promise((resolve, reject) => {
      this.#asking = { resolve, reject };
      this.#serve();
    });
  }

  fail(error: unknown): void {
    this.#error ??= { error };
    this.#serve();
  }

  close(): void {
    this.#closed = true;
    for (const { taken } of this.#held.splice(0)) taken();
  }

  #serve(): void {
    const asking = this.#asking;
    if (asking === undefined) return;
    const next = this.#held.shift();
    if (next !== undefined) {
      this.#asking = undefined;
      next.taken();
      asking.resolve(next.thing);
    } else if (this.#error !== undefined) {
      this.#asking = undefined;
      asking.reject(this.#error.error);
    }
  }
}
