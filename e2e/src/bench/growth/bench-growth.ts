import type { Bench } from '../bench.js';
import { inTurns, type Load } from '../measure/rounds.js';
import { median, percent, percentile, spread } from '../measure/statistics.js';
import { type Cost, costOf } from '../proposals/cost.js';
import { load } from '../proposals/load.js';
import { OutsideWorld } from '../proposals/outside-world.js';
import { decimals, type SectionReport, type Table, whole } from '../report.js';
import { GrownSystem } from './grown-system.js';
import { growthTable } from './growth-table.js';

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
    const turns = new Map(
      systems.map(({ proposals, driver, meter }) => [
        proposals,
        () => load(outside, driver, { inFlight, count: 240, durationMs: 40_000, meter }),
      ]),
    );
    const loads = await inTurns(turns, quick ? 3 : 8);
    const faults = (await Promise.all(systems.map((system) => system.faults(outside)))).flat();
    const results = systems.map(({ proposals, meter }) =>
      resultOf(proposals, loads.get(proposals) ?? [], meter.costs),
    );
    return {
      ...{ tables: [speedTable(results), growthTable(results)], faults },
      figures: { stores: results.map((one) => ({ ...one })) },
    };
  } finally {
    for (const system of systems) await system.stop();
    await outside.stop();
  }
}

export interface Grown {
  readonly proposals: number;
  readonly perSecond: number;
  readonly spread: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cost: Cost;
  /** Half the distance between the lowest round and the highest, as a share. */
  readonly apart: Cost;
}

function resultOf(proposals: number, rounds: readonly Load[], costs: readonly Cost[]): Grown {
  const rates = rounds.map(({ done, seconds }) => done / seconds);
  const latencies = rounds.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    ...{ proposals, perSecond: median(rates), spread: spread(rates) },
    ...{ p50Ms: median(latencies), p99Ms: percentile(latencies, 0.99) },
    ...costOf(costs),
  };
}

function speedTable(results: readonly Grown[]): Table {
  return {
    title: `(d) Proposals a second by the size of the store, ${inFlight} in flight`,
    columns: ['proposals in the store', 'a second', 'spread', 'p50 ms', 'p99 ms'],
    rows: results.map((one) => [
      whole(one.proposals),
      ...[whole(one.perSecond), percent(one.spread), decimals(one.p50Ms, 1), decimals(one.p99Ms, 1)],
    ]),
    notes: ['Seconds are those of the machine; what a proposal costs is counted below.'],
  };
}
