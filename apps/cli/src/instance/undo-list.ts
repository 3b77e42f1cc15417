/** What was started, in order; undone in the opposite order, each step once, whatever the others do. */
export class UndoList {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  async undo(): Promise<void> {
    for (const step of this.#steps.splice(0).reverse()) {
      await step().catch(() => undefined);
    }
  }
}
