import type { Bench } from '../bench.js';
import { inTurns, type Load } from '../measure/rounds.js';
import { median, percent, percentile, spread } from '../measure/statistics.js';
import { load } from '../proposals/load.js';
import { OutsideWorld } from '../proposals/outside-world.js';
import { decimals, type SectionReport, type Table, whole } from '../report.js';
import { GrownSystem } from './grown-system.js';

const inFlight = 16;

/** (d) The same proposals on a store with few and on one with many finished ones, in turns. */
export async function benchGrowth({ server, quick, say }: Bench): Promise<SectionReport> {
  const sizes = quick ? [1_000, 5_000] : [1_000, 200_000];
  const outside = await OutsideWorld.start(server.folder);
  const systems: GrownSystem[] = [];
  try {
    for (const proposals of sizes) {
      say(`growth: filling a store with ${whole(proposals)} finished proposals`);
      systems.push(await GrownSystem.start(server, outside, proposals));
    }
    say('growth: warming up');
    for (const { driver } of systems) await load(outside, driver, { inFlight, count: quick ? 60 : 500 });
    say(`growth: ${inFlight} in flight, the stores in turns`);
    const usage = new Map<number, number[]>(sizes.map((size) => [size, []]));
    const turns = new Map(
      systems.map((system) => [system.proposals, () => measured(system, outside, usage)] as const),
    );
    const loads = await inTurns(turns, quick ? 2 : 6);
    const faults = (await Promise.all(systems.map((system) => system.faults(outside)))).flat();
    const results = [...loads].map(([proposals, rounds]) => resultOf(proposals, rounds, usage));
    return { tables: [tableOf(results)], figures: { stores: results.map((one) => ({ ...one })) }, faults };
  } finally {
    for (const system of systems) await system.stop();
    await outside.stop();
  }
}

async function measured(
  { driver, services, proposals }: GrownSystem,
  outside: OutsideWorld,
  usage: ReadonlyMap<number, number[]>,
): Promise<Load> {
  const before = await services.standing();
  const done = await load(outside, driver, { inFlight, count: 240 });
  usage.get(proposals)?.push(((await services.standing()).cpuMs - before.cpuMs) / done.done);
  return done;
}

interface Result {
  readonly proposals: number;
  readonly perSecond: number;
  readonly spread: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly servicesCpuMs: number;
}

function resultOf(proposals: number, rounds: readonly Load[], usage: ReadonlyMap<number, number[]>): Result {
  const rates = rounds.map(({ done, seconds }) => done / seconds);
  const latencies = rounds.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    ...{ proposals, perSecond: median(rates), spread: spread(rates) },
    ...{ p50Ms: median(latencies), p99Ms: percentile(latencies, 0.99) },
    servicesCpuMs: median(usage.get(proposals) ?? []),
  };
}

function tableOf(results: readonly Result[]): Table {
  const [small, large] = results;
  const ratio = (large?.perSecond ?? Number.NaN) / (small?.perSecond ?? Number.NaN);
  return {
    title: `(d) Cost a proposal by the size of the store, ${inFlight} in flight`,
    columns: ['proposals in the store', 'a second', 'spread', 'p50 ms', 'p99 ms', 'services CPU ms'],
    rows: results.map((one) => [
      whole(one.proposals),
      whole(one.perSecond),
      percent(one.spread),
      decimals(one.p50Ms, 1),
      decimals(one.p99Ms, 1),
      decimals(one.servicesCpuMs, 2),
    ]),
    notes: [`The large store reaches ${decimals(ratio, 2)} of the small one (aim: 1 within the spread).`],
  };
}
