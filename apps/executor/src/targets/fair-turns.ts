export interface TurnLimits {
  /** Executions under way at one target. */
  readonly underWayMax: number;
  /** Of them, at most so many of one tenant: less than all, so that another's single one finds room at once. */
  readonly ofOneTenantMax: number;
}

/**
 * Who may be under way at one target. Tenants take turns, one each, whoever has how many waiting; within a tenant the
 * first come is the first served. No library was found that is fair between keys; this is what they lack.
 */
export class FairTurns {
  readonly #underWay = new Map<string, number>();
  /** In the order in which tenants are served next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #total = 0;

  constructor(private readonly limits: TurnLimits) {}

  get underWay(): number {
    return this.#total;
  }

  get waiting(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  async run<Result>(tenant: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((begin) => {
      const queue = this.#waiting.get(tenant);
      if (queue === undefined) this.#waiting.set(tenant, [begin]);
      else queue.push(begin);
      this.#fill();
    });
    try {
      return await work();
    } finally {
      this.#count(tenant, -1);
      this.#fill();
    }
  }

  #fill(): void {
    while (this.#total < this.limits.underWayMax) {
      const next = [...this.#waiting].find(([tenant]) => this.#of(tenant) < this.limits.ofOneTenantMax);
      if (next === undefined) return;
      const [tenant, queue] = next;
      const begin = queue.shift();
      // To the end of the line, behind every other tenant that waits.
      this.#waiting.delete(tenant);
      if (queue.length > 0) this.#waiting.set(tenant, queue);
      this.#count(tenant, 1);
      begin?.();
    }
  }

  #of(tenant: string): number {
    return this.#underWay.get(tenant) ?? 0;
  }

  #count(tenant: string, by: 1 | -1): void {
    const now = this.#of(tenant) + by;
    if (now === 0) this.#underWay.delete(tenant);
    else this.#underWay.set(tenant, now);
    this.#total += by;
  }
}
