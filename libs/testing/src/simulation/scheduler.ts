/** Whoever has work in the future: a process that may die, or the world, which does not. */
export class Owner {
  status: 'alive' | 'dead' = 'alive';
  /** Until then nothing of it runs; what falls due meanwhile runs afterwards. */
  pausedUntilMs = 0;
  /** What fell due meanwhile. */
  readonly overdue: Due[] = [];

  constructor(
    readonly name: string,
    /** The service it is a process of; undefined for the world. */
    readonly service?: string,
  ) {}
}

interface Due {
  atMs: number;
  order: number;
  readonly owner: Owner;
  readonly label: string;
  readonly run: () => void;
  cancelled: boolean;
}

export interface Handle {
  cancel(): void;
}

const realSetImmediate = globalThis.setImmediate;

/**
 * The one thing that decides what happens next. Everything that waits for anything outside itself waits here, for an
 * instant of simulated time; steps are taken one at a time, and each ends when nobody can run any further without
 * another step. So the order of everything follows from the instants, and the instants follow from the seed.
 */
export class Scheduler {
  nowMs: number;
  steps = 0;
  /** Whose step this is; work that a library sets aside during it is that owner's too. */
  current: Owner;
  readonly #heap: Due[] = [];
  readonly #paused = new Set<Owner>();
  #order = 0;
  #elsewhere = 0;
  #threads = 0;

  constructor(
    startMs: number,
    readonly world = new Owner('world'),
  ) {
    this.nowMs = startMs;
    this.current = world;
  }

  /** When the next step would be, whoever's it is. */
  get nextAtMs(): number {
    return this.#heap[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  at(owner: Owner, atMs: number, label: string, run: () => void): Handle {
    this.#order += 1;
    const due = { atMs: Math.max(atMs, this.nowMs), order: this.#order, owner, label, run, cancelled: false };
    this.#push(due);
    return {
      cancel: () => {
        due.cancelled = true;
      },
    };
  }

  after(owner: Owner, ms: number, label: string, run: () => void): Handle {
    return this.at(owner, this.nowMs + ms, label, run);
  }

  /** Nothing of it runs until then, or until somebody wakes it. */
  pause(owner: Owner, untilMs: number): void {
    owner.pausedUntilMs = Math.max(owner.pausedUntilMs, untilMs);
    this.#paused.add(owner);
    this.at(this.world, untilMs, `${owner.name} wakes`, () => {
      if (owner.pausedUntilMs <= this.nowMs) this.wake(owner);
    });
  }

  /** Whether anybody stands still who has something left to do. */
  get somebodyStandsStill(): boolean {
    return [...this.#paused].some(({ status, overdue }) => status === 'alive' && overdue.length > 0);
  }

  /** From now on it runs again, with what fell due while it stood still first, in the order in which that did. */
  wake(owner: Owner): void {
    owner.pausedUntilMs = Math.min(owner.pausedUntilMs, this.nowMs);
    this.#paused.delete(owner);
    for (const due of owner.overdue.splice(0)) {
      this.#order += 1;
      due.atMs = this.nowMs;
      due.order = this.#order;
      this.#push(due);
    }
  }

  /** Takes the next step; false when there is none before the given instant. */
  async step(untilMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= untilMs; next = this.#heap[0]) {
      this.#pop();
      if (next.cancelled || next.owner.status === 'dead') continue;
      if (next.owner.pausedUntilMs > next.atMs) {
        next.owner.overdue.push(next);
        continue;
      }
      this.nowMs = next.atMs;
      this.steps += 1;
      this.current = next.owner;
      next.run();
      await this.settled();
      this.current = this.world;
      return true;
    }
    return false;
  }

  /** Something that takes no simulated time and yet waits for the machine, such as reading files at a birth. */
  async elsewhere<Result>(work: Promise<Result>): Promise<Result> {
    this.#elsewhere += 1;
    try {
      return await work;
    } finally {
      this.#elsewhere -= 1;
    }
  }

  /**
   * What a thread of the machine works out, such as whether a signature holds. Threads answer in any order; here each
   * answer is heard in a step of its own, in the order in which it was asked for.
   */
  fromThread<Result>(work: Promise<Result>): Promise<Result> {
    // At a birth no step is taken until it is over.
    if (this.#elsewhere > 0 && this.#threads === 0) return work;
    return new Promise((resolve, reject) => {
      this.after(this.current, 0, 'hear from a thread', () => {
        this.#threads += 1;
        void this.elsewhere(work.then(resolve, reject)).finally(() => {
          this.#threads -= 1;
        });
      });
    });
  }

  /** Until every continuation has run that can run without another step. */
  async settled(): Promise<void> {
    // A tick comes when nothing can go on by itself any more, and costs a tenth of a turn of the machine's loop.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    while (this.#elsewhere > 0) await new Promise((resolve) => realSetImmediate(resolve));
    // What came back from a thread continues in the turn after it.
    await undefined;
  }

  #push(due: Due): void {
    const heap = this.#heap;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || isBefore(above, due)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = due;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least: Due = last;
      let next = -1;
      for (const child of [left, right]) {
        const below = heap[child];
        if (below !== undefined && isBefore(below, least)) [least, next] = [below, child];
      }
      if (next === -1) break;
      heap[at] = least;
      at = next;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Due, b: Due): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
