/** What a run, or many, reached: places where a process waited, kinds of fault, kinds of event, words to customers. */
export class Coverage {
  readonly points = new Map<string, number>();
  readonly crashedAt = new Map<string, number>();
  readonly faults = new Map<string, number>();
  readonly events = new Map<string, number>();
  readonly states = new Map<string, number>();
  /** States that proposals went through, each once a proposal. */
  readonly passed = new Map<string, number>();
  readonly replies = new Map<string, number>();

  point(service: string, label: string): void {
    add(this.points, `${service} ${label}`);
  }

  crash(key: string): void {
    add(this.crashedAt, key.slice(0, key.lastIndexOf(' #')));
  }

  /** Places where a process waited and none ever died, the busiest first. */
  get neverCrashedAt(): readonly string[] {
    return [...this.points]
      .filter(([point]) => !this.crashedAt.has(point) && !point.startsWith('world '))
      .toSorted(([, a], [, b]) => b - a)
      .map(([point]) => point);
  }

  merge(other: Coverage): void {
    for (const name of names)
      for (const [key, count] of other[name]) this[name].set(key, (this[name].get(key) ?? 0) + count);
  }
}

const names = ['points', 'crashedAt', 'faults', 'events', 'states', 'passed', 'replies'] as const;

export function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
