/** Something to do in order. `run` never rejects: it is done, or wants another turn after so many milliseconds. */
export interface Job {
  readonly order: string;
  run(): Promise<'done' | number>;
}

interface Lane {
  readonly order: string;
  readonly jobs: Job[];
}

export interface LanesOptions {
  readonly parallelMax: number;
  /** Rejects when the lanes' work is over. */
  wait(ms: number): Promise<void>;
}

/**
 * Jobs of one order key one after another, different keys in parallel up to a limit. A lane that waits for its
 * next turn takes none of the parallel places, so one slow world holds no other stream back.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #ready: Lane[] = [];
  #running = 0;
  #stopped = false;
  #stilled = Promise.withResolvers<void>();

  constructor(private readonly options: LanesOptions) {}

  push(job: Job): void {
    let lane = this.#lanes.get(job.order);
    if (lane === undefined) {
      lane = { order: job.order, jobs: [] };
      this.#lanes.set(job.order, lane);
    }
    if (lane.jobs.push(job) === 1) this.#begin(lane);
  }

  /** No job begins from now on. Resolves when those that run have ended. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#stillIfIdle();
    return this.#stilled.promise;
  }

  #begin(lane: Lane): void {
    this.#ready.push(lane);
    this.#fill();
  }

  #fill(): void {
    while (!this.#stopped && this.#running < this.options.parallelMax) {
      const lane = this.#ready.shift();
      if (lane === undefined) return;
      this.#running += 1;
      void this.#turn(lane);
    }
  }

  async #turn(lane: Lane): Promise<void> {
    const after = (await lane.jobs[0]?.run()) ?? 'done';
    this.#running -= 1;
    if (after === 'done') {
      lane.jobs.shift();
      if (lane.jobs.length > 0) this.#ready.push(lane);
      else this.#lanes.delete(lane.order);
    } else if (after <= 0) {
      this.#ready.push(lane);
    } else {
      void this.options.wait(after).then(
        () => this.#begin(lane),
        () => undefined,
      );
    }
    this.#fill();
    this.#stillIfIdle();
  }

  #stillIfIdle(): void {
    if (this.#stopped && this.#running === 0) this.#stilled.resolve();
  }
}
