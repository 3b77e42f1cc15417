import type { Cursor, Page } from '../port.js';
import { codeOf } from '../store-error.js';
import type { FeedSource } from './source.js';
import { Tail } from './tail.js';
import { WakeUp } from './wake-up.js';

export interface SharedReaderOptions {
  /** How many of the newest items stay in memory. */
  tailMax?: number;
  /** How many items one read takes. */
  pageMax?: number;
  /** How long to wait when nothing rings. */
  pollMs?: number;
  /** Told once when reading starts to fail, again when it fails for another reason, and once when it works again. */
  onTrouble?: (error: unknown) => void;
  onRecovered?: () => void;
}

export interface FollowOptions {
  limit?: number;
  signal?: AbortSignal;
}

/** Wait before looking again at what is recorded but not yet readable; nobody announces that it became so. */
const HELD_MS = 2;
const HELD_MS_MAX = 64;
const TROUBLE_MS_MAX = 2_000;
/** Before every transaction, and after every one. */
const NOTHING = 0n;
const ANYTHING = 1n << 64n;

/**
 * One reader a process. It reads each new item once and keeps a tail of them; any number of followers go through
 * the tail at their own pace, and one that has fallen behind it reads the database by itself, so that a slow one
 * never holds another back. Rung by `ring` (a notification, an append of this process), and polling besides.
 */
export class SharedReader<Item extends Cursor> {
  readonly #wake = new WakeUp();
  readonly #followers = new Set<WakeUp>();
  #tail: Tail<Item> | undefined;
  #stopped = false;
  #running: Promise<void> | undefined;
  /** The code of what was told last, while reads fail. */
  #told: string | undefined;
  #reading = false;
  /** The newest transaction announced while a read was out, which the read may have seen or not. */
  #announcedMeanwhile = NOTHING;

  constructor(
    private readonly source: FeedSource<Item>,
    private readonly options: SharedReaderOptions = {},
  ) {}

  /** Starts reading; returns at once, also while the database is away. */
  start(): void {
    this.#running ??= this.#run();
  }

  /**
   * There may be something new: what this transaction wrote, or anything when it is not known. Cheap, safe to call too
   * often: what has been read already is not read for again.
   */
  ring(transactionId = ''): void {
    const news = /^\d{1,20}$/.test(transactionId) ? BigInt(transactionId) : ANYTHING;
    if (!this.#reading) this.#wakeFor(news);
    else if (news > this.#announcedMeanwhile) this.#announcedMeanwhile = news;
  }

  /** True while reads fail. */
  get troubled(): boolean {
    return this.#told !== undefined;
  }

  /** Lets go of the items in memory; followers that have not come so far read them from the database. */
  dropTail(): void {
    if (this.#tail !== undefined) this.#tail = this.#newTail(this.#tail.to);
  }

  /** Up to where this process has read; undefined before the first contact with the database. */
  get readTo(): Cursor | undefined {
    return this.#tail?.to;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake.ring();
    this.#wakeFollowers();
    await this.#running;
  }

  /**
   * Pages of items after the cursor, in order, never empty, for ever; ends when the signal is aborted or the
   * reader stops. The next page is read when the caller asks for it.
   */
  async *follow(from: Cursor, { limit = 100, signal }: FollowOptions = {}): AsyncGenerator<Page<Item>> {
    const wake = new WakeUp();
    const ring = () => wake.ring();
    signal?.addEventListener('abort', ring);
    this.#followers.add(wake);
    try {
      let cursor = from;
      while (!this.#stopped && !signal?.aborted) {
        const page = await this.#pageAfter(cursor, limit);
        if (page === undefined) {
          await wake.wait(this.#pollMs);
          continue;
        }
        cursor = page.cursor;
        if (page.items.length > 0) yield page;
      }
    } finally {
      this.#followers.delete(wake);
      signal?.removeEventListener('abort', ring);
    }
  }

  /** Undefined: nothing to give now, wait for a ring. */
  async #pageAfter(cursor: Cursor, limit: number): Promise<Page<Item> | undefined> {
    const tail = this.#tail;
    if (tail === undefined) return undefined;
    const items = tail.after(cursor, limit);
    const last = items?.at(-1);
    if (items !== undefined)
      return last === undefined ? undefined : { items: [...items], cursor: place(last) };
    const page = await this.source.readAfter(cursor, limit).catch(() => undefined);
    // Nothing between the cursor and the tail, which begins after an item that was there.
    if (page !== undefined && page.items.length === 0) return { items: [], cursor: tail.from };
    return page;
  }

  async #run(): Promise<void> {
    let waitMs = 0;
    let heldMs = 0;
    let failures = 0;
    while (!this.#stopped) {
      if (waitMs > 0) await this.#wake.wait(waitMs);
      if (this.#stopped) return;
      try {
        const { more, held } = await this.#read();
        failures = 0;
        this.#recovered();
        heldMs = held ? Math.min(heldMs * 2 || HELD_MS, HELD_MS_MAX) : 0;
        waitMs = more ? 0 : heldMs || this.#pollMs;
      } catch (error) {
        failures += 1;
        this.#trouble(error);
        waitMs = Math.min(TROUBLE_MS_MAX, 50 * 2 ** Math.min(failures, 6)) * (0.5 + Math.random() / 2);
      }
    }
  }

  async #read(): Promise<{ more: boolean; held: boolean }> {
    this.#reading = true;
    try {
      return await this.#advance();
    } finally {
      this.#reading = false;
      const news = this.#announcedMeanwhile;
      this.#announcedMeanwhile = NOTHING;
      this.#wakeFor(news);
    }
  }

  /** Not for what lies behind: everything of a transaction is read with the first of it, or is next in the order. */
  #wakeFor(news: bigint): void {
    const passed = this.#tail === undefined ? NOTHING : BigInt(this.#tail.to.transactionId);
    if (news > passed) this.#wake.ring();
  }

  async #advance(): Promise<{ more: boolean; held: boolean }> {
    if (this.#tail === undefined) {
      this.#tail = this.#newTail(await this.source.readable());
      this.#wakeFollowers();
    }
    const pageMax = this.options.pageMax ?? 500;
    const { items, held } = await this.source.readAfter(this.#tail.to, pageMax);
    this.#tail.extend(items);
    if (items.length > 0) this.#wakeFollowers();
    if (items.length === pageMax) return { more: true, held: false };
    return { more: false, held };
  }

  #newTail(at: Cursor): Tail<Item> {
    return new Tail<Item>(at, this.options.tailMax ?? 1_000);
  }

  get #pollMs(): number {
    return this.options.pollMs ?? 1_000;
  }

  #wakeFollowers(): void {
    for (const follower of this.#followers) follower.ring();
  }

  #trouble(error: unknown): void {
    const reason = codeOf(error) ?? 'unexpected';
    if (this.#told === reason) return;
    this.#told = reason;
    this.options.onTrouble?.(error);
  }

  #recovered(): void {
    if (this.#told === undefined) return;
    this.#told = undefined;
    this.options.onRecovered?.();
  }
}

function place({ transactionId, position }: Cursor): Cursor {
  return { transactionId, position };
}
