interface Waiting<Item> {
  readonly item: Item;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * The floor's way of writing: whatever waits when the one connection frees goes in one commit, with no delay and
 * no more in a batch than the store takes. What is not the commit itself is left out on purpose.
 */
export class GroupCommits<Item> {
  readonly #waiting: Waiting<Item>[] = [];
  #flying = false;

  constructor(
    private readonly commit: (batch: readonly Item[]) => Promise<unknown>,
    private readonly batchMax = 256,
  ) {}

  add(item: Item): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#depart());
    });
  }

  async #depart(): Promise<void> {
    if (this.#flying) return;
    this.#flying = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.batchMax);
      try {
        await this.commit(batch.map(({ item }) => item));
        for (const waiting of batch) waiting.resolve();
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
      // Whoever was just answered may have something to add before the next one leaves.
      await new Promise<void>((next) => setImmediate(next));
    }
    this.#flying = false;
  }
}
