/** Something to do in order. `run` never rejects: it is done, or wants another turn after so many milliseconds. */
export interface Job {
  readonly order: string;
  /** Whose it is: those who have something to do take turns, however much each has. */
  readonly tenant: string;
  run(): Promise<'done' | number>;
}

interface Lane {
  readonly order: string;
  readonly tenant: string;
  readonly jobs: Job[];
}

export interface LanesOptions {
  readonly parallelMax: number;
  /** Of them, at most so many for one tenant, so that another's single job finds a place at once. */
  readonly ofOneTenantMax: number;
  /** Rejects when the lanes' work is over. */
  wait(ms: number): Promise<void>;
}

/**
 * Jobs of one order key one after another, different keys in parallel up to a limit. A lane that waits for its
 * next turn takes none of the parallel places, so one slow world holds no other stream back. Tenants take turns, and
 * none has all the places: one with a thousand jobs does not delay another's only one.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  /** In the order in which tenants are served next. */
  readonly #ready = new Map<string, Lane[]>();
  readonly #runningOf = new Map<string, number>();
  #running = 0;
  #stopped = false;
  #stilled = Promise.withResolvers<void>();

  constructor(private readonly options: LanesOptions) {}

  push(job: Job): void {
    let lane = this.#lanes.get(job.order);
    if (lane === undefined) {
      lane = { order: job.order, tenant: job.tenant, jobs: [] };
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
    this.#queue(lane);
    this.#fill();
  }

  #queue(lane: Lane): void {
    const queue = this.#ready.get(lane.tenant);
    if (queue === undefined) this.#ready.set(lane.tenant, [lane]);
    else queue.push(lane);
  }

  #fill(): void {
    while (!this.#stopped && this.#running < this.options.parallelMax) {
      const lane = this.#nextInTurn();
      if (lane === undefined) return;
      void this.#turn(lane);
    }
  }

  #nextInTurn(): Lane | undefined {
    for (const [tenant, queue] of this.#ready) {
      if ((this.#runningOf.get(tenant) ?? 0) >= this.options.ofOneTenantMax) continue;
      const lane = queue.shift();
      // To the end of the line, behind every other tenant that has something to do.
      this.#ready.delete(tenant);
      if (queue.length > 0) this.#ready.set(tenant, queue);
      return lane;
    }
    return undefined;
  }

  async #turn(lane: Lane): Promise<void> {
    this.#count(lane.tenant, 1);
    const after = (await lane.jobs[0]?.run()) ?? 'done';
    this.#count(lane.tenant, -1);
    if (after === 'done') {
      lane.jobs.shift();
      if (lane.jobs.length > 0) this.#queue(lane);
      else this.#lanes.delete(lane.order);
    } else if (after <= 0) {
      this.#queue(lane);
    } else {
      void this.options.wait(after).then(
        () => this.#begin(lane),
        () => undefined,
      );
    }
    this.#fill();
    this.#stillIfIdle();
  }

  #count(tenant: string, by: 1 | -1): void {
    this.#running += by;
    const now = (this.#runningOf.get(tenant) ?? 0) + by;
    if (now === 0) this.#runningOf.delete(tenant);
    else this.#runningOf.set(tenant, now);
  }

  #stillIfIdle(): void {
    if (this.#stopped && this.#running === 0) this.#stilled.resolve();
  }
}
