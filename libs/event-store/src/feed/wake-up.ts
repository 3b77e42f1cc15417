/** One waiter's alarm: `ring` before or during `wait` ends it, and many rings are one. */
export class WakeUp {
  #rung = false;
  #release: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#release?.();
  }

  /** Resolves at the next ring or after the time, whichever is first. */
  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#release = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#release = undefined;
    this.#rung = false;
  }
}
