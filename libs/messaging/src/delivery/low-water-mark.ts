/** Messages of one page that are not settled yet. */
export interface Page {
  /** One more message to wait for. */
  add(): void;
  settle(): void;
}

interface Open<Cursor> extends Page {
  readonly to: Cursor;
  open: number;
}

/**
 * How far everything is handled or set aside. Counted by page: a mark an event would cost more than the few
 * repetitions it saves, and repeating is harmless.
 */
export class LowWaterMark<Cursor> {
  readonly #pages: Open<Cursor>[] = [];
  #inFlight = 0;

  constructor(
    private reached: Cursor,
    private readonly onSettled: () => void,
  ) {}

  get cursor(): Cursor {
    return this.reached;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** A page that ends here. It holds the mark itself until its own `settle` is called once. */
  page(to: Cursor): Page {
    const page: Open<Cursor> = {
      to,
      open: 1,
      add: () => {
        page.open += 1;
        this.#inFlight += 1;
      },
      settle: () => {
        page.open -= 1;
        this.#inFlight = Math.max(0, this.#inFlight - 1);
        if (page.open === 0) this.#rise();
        this.onSettled();
      },
    };
    this.#inFlight += 1;
    this.#pages.push(page);
    return page;
  }

  #rise(): void {
    for (let first = this.#pages[0]; first?.open === 0; first = this.#pages[0]) {
      this.reached = first.to;
      this.#pages.shift();
    }
  }
}
