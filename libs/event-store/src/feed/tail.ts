import { compareCursors } from '../cursor.js';
import type { Cursor } from '../port.js';

/**
 * The newest items of the global order, kept in memory without a gap: everything after `from` up to `to`.
 * Whoever stands before `from` has to read the database.
 */
export class Tail<Item extends Cursor> {
  #items: Item[] = [];
  #from: Cursor;
  #to: Cursor;

  constructor(
    at: Cursor,
    private readonly itemsMax: number,
  ) {
    this.#from = at;
    this.#to = at;
  }

  get to(): Cursor {
    return this.#to;
  }

  get from(): Cursor {
    return this.#from;
  }

  /** Items that come right after `to`, in order. The oldest leave when there are too many. */
  extend(items: readonly Item[]): void {
    this.#items.push(...items);
    this.#to = items.at(-1) ?? this.#to;
    // Cutting a quarter at a time keeps the cost of an item constant.
    if (this.#items.length > this.itemsMax) {
      const kept = Math.floor(this.itemsMax * 0.75);
      const dropped = this.#items.length - kept;
      this.#from = this.#items[dropped - 1] ?? this.#from;
      this.#items = this.#items.slice(dropped);
    }
  }

  /** The next items after the cursor; undefined when they are not all in memory any more. */
  after(cursor: Cursor, limit: number): readonly Item[] | undefined {
    if (compareCursors(cursor, this.#from) < 0) return undefined;
    const start = this.#firstAfter(cursor);
    return this.#items.slice(start, start + limit);
  }

  #firstAfter(cursor: Cursor): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const item = this.#items[middle];
      if (item !== undefined && compareCursors(item, cursor) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
