import type { Bench } from '../bench.js';
import { inTurns, type Load } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import type { SectionReport } from '../report.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { CostMeter, costOf } from './cost.js';
import { Floor } from './floor.js';
import { profileServices } from './layers.js';
import { load } from './load.js';
import { OutsideWorld } from './outside-world.js';
import { ProposalDriver } from './proposal-driver.js';
import { processTable, proposalTable, type Reached } from './proposal-table.js';
import { compareSealing } from './sealing.js';
import { ServicesUnderTest } from './services-under-test.js';
import { uncounted } from './uncounted.js';

/** How many a round at most, by how many are in flight; the floor gets more, to run about as long. */
const rounds = [
  { inFlight: 1, proposals: 80, floor: 160 },
  { inFlight: 16, proposals: 300, floor: 900 },
  { inFlight: 64, proposals: 600, floor: 1_800 },
] as const;

/** (b) Whole proposals a second beside bare commits with the same two HTTP calls, and what each layer costs. */
export async function benchProposals(bench: Bench): Promise<SectionReport> {
  const database = await bench.server.database('bench_proposals');
  const outside = await OutsideWorld.start(bench.server.folder);
  try {
    const compared = await compare(bench, database, outside);
    const layers = await profileServices(bench, database, outside);
    const sealing = await compareSealing(bench, outside);
    return {
      tables: [...compared.tables, layers.table, ...sealing.tables],
      figures: { ...compared.figures, layers: layers.figures, sealing: sealing.figures },
      faults: [...compared.faults, ...layers.faults, ...sealing.faults],
    };
  } finally {
    await outside.stop();
    await database.drop();
  }
}

async function compare({ server, quick, say }: Bench, database: BenchDatabase, outside: OutsideWorld) {
  const services = await ServicesUnderTest.start(database, outside.urls);
  const token = await outside.signIn('ada');
  const driver = new ProposalDriver({ database, approvalsUrl: services.approvalsUrl, token });
  const floor = await Floor.start(database, outside.urls.payments);
  try {
    await driver.start();
    say('proposals: warming up');
    await load(outside, driver, { inFlight: 16, count: quick ? 60 : 600 });
    await load(outside, floor, { inFlight: 16, count: quick ? 60 : 600 });
    const reached: Reached[] = [];
    for (const { inFlight, proposals, floor: more } of rounds) {
      say(`proposals: ${inFlight} in flight`);
      const share = quick ? 0.2 : 1;
      const meters = {
        system: new CostMeter({ server, outside, services }),
        floor: new CostMeter({ server, outside }),
      };
      const count = (all: number) => Math.ceil(all * share);
      const turns = new Map<'system' | 'floor', () => Promise<Load>>([
        ['system', () => load(outside, driver, { inFlight, count: count(proposals), meter: meters.system })],
        ['floor', () => load(outside, floor, { inFlight, count: count(more), meter: meters.floor })],
      ]);
      const results = await inTurns(turns, quick ? 1 : 5);
      for (const [name, loads] of results) {
        reached.push({ name, inFlight, ...told(loads), cost: costOf(meters[name].costs).cost });
      }
    }
    const faults = await uncounted({ database, outside, services, driver, floor });
    const { table, figures } = proposalTable(reached);
    return { tables: [table, processTable(reached)], figures, faults };
  } finally {
    await driver.stop();
    await floor.stop();
    await services.stop();
  }
}

export function told(loads: readonly Load[]) {
  const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs);
  return {
    rates: loads.map(({ done, seconds }) => done / seconds),
    p50Ms: median(latencies),
    p99Ms: percentile(latencies, 0.99),
  };
}
