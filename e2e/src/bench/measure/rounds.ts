/**
 * Runs every contender once a round, in turns and alternating direction, so that a machine that slows down or
 * warms up does so for all of them alike. Answers what each came to, round by round.
 */
export async function inTurns<Name extends string | number, Result>(
  contenders: ReadonlyMap<Name, (round: number) => Promise<Result>>,
  rounds: number,
): Promise<ReadonlyMap<Name, Result[]>> {
  const results = new Map<Name, Result[]>([...contenders.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const order = [...contenders];
    if (round % 2 === 1) order.reverse();
    for (const [name, run] of order) results.get(name)?.push(await run(round));
  }
  return results;
}

export interface LoadLimits {
  readonly inFlight: number;
  /** Whichever comes first ends the round. */
  readonly countMax: number;
  readonly durationMs: number;
}

export interface Load {
  readonly done: number;
  readonly seconds: number;
  /** Of each, in milliseconds. */
  readonly latenciesMs: readonly number[];
}

/** Keeps as many pieces of work in flight as asked; when the time or the count is over, lets the last ones end. */
export async function underLoad(limits: LoadLimits, work: (n: number) => Promise<void>): Promise<Load> {
  const latenciesMs: number[] = [];
  let begun = 0;
  const startedAt = performance.now();
  const worker = async () => {
    while (begun < limits.countMax && performance.now() - startedAt < limits.durationMs) {
      const from = performance.now();
      begun += 1;
      await work(begun - 1);
      latenciesMs.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: limits.inFlight }, worker));
  return { done: latenciesMs.length, seconds: (performance.now() - startedAt) / 1_000, latenciesMs };
}
