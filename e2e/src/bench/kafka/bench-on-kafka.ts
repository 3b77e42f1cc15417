import type { BusChoice } from '@countersign/messaging';
import type { Bench } from '../bench.js';
import { inTurns, type Load } from '../measure/rounds.js';
import { told } from '../proposals/bench-proposals.js';
import { load } from '../proposals/load.js';
import { OutsideWorld } from '../proposals/outside-world.js';
import { ProposalDriver } from '../proposals/proposal-driver.js';
import { ServicesUnderTest } from '../proposals/services-under-test.js';
import { uncounted } from '../proposals/uncounted.js';
import type { SectionReport } from '../report.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { BareProposals } from './bare-proposals.js';
import { BrokerAndRelay } from './broker-and-relay.js';
import { type Contender, kafkaTable, type ReachedOnKafka } from './kafka-table.js';

const rounds = [
  { inFlight: 1, proposals: 60 },
  { inFlight: 16, proposals: 300 },
  { inFlight: 64, proposals: 600 },
] as const;

/** What has to be stopped again, the last one first. */
type Stops = (() => Promise<void>)[];

/** (b) over Kafka: whole proposals a second, beside the embedded default and a bare loop of the same messages. */
export async function benchOnKafka(bench: Bench): Promise<SectionReport> {
  const stops: Stops = [];
  try {
    return await measured(bench, stops);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function measured(bench: Bench, stops: Stops): Promise<SectionReport> {
  const { server, say } = bench;
  say('proposals over Kafka: starting');
  const outside = await OutsideWorld.start(server.folder);
  stops.push(() => outside.stop());
  const overKafka = await server.database('bench_kafka');
  stops.push(() => overKafka.drop());
  const kafka = await BrokerAndRelay.start(server, overKafka);
  stops.push(() => kafka.stop());
  const alone = await server.database('bench_embedded');
  stops.push(() => alone.drop());
  const bare = await BareProposals.start(kafka.brokers);
  stops.push(() => bare.stop());
  const at = { outside, stops };
  const systems = [
    await startSystem(at, overKafka, kafka.bus),
    await startSystem(at, alone, { kind: 'postgres' }),
  ] as const;
  const [over, embedded] = systems;
  const reached = await compare(bench, outside, {
    'over Kafka': over.driver,
    embedded: embedded.driver,
    'bare kafkajs loop': bare,
  });
  const faults: string[] = [];
  for (const { name, ...counted } of systems) {
    faults.push(...(await uncounted({ outside, ...counted })).map((fault) => `${name}: ${fault}`));
  }
  return { ...tables(reached), faults };
}

function tables(reached: readonly ReachedOnKafka[]) {
  const { table, figures } = kafkaTable(reached);
  return { tables: [table], figures };
}

async function startSystem(
  { outside, stops }: { readonly outside: OutsideWorld; readonly stops: Stops },
  database: BenchDatabase,
  bus: BusChoice,
) {
  const services = await ServicesUnderTest.start(database, outside.urls, { bus });
  stops.push(() => services.stop());
  const token = await outside.signIn('ada');
  const driver = new ProposalDriver({ database, approvalsUrl: services.approvalsUrl, token });
  stops.push(() => driver.stop());
  await driver.start();
  return { name: bus.kind, database, services, driver };
}

type Contenders = Readonly<Record<Contender, { carryThrough(charge: string): Promise<void> }>>;

async function compare({ quick, say }: Bench, outside: OutsideWorld, contenders: Contenders) {
  const all = Object.entries(contenders) as [Contender, Contenders[Contender]][];
  say('proposals over Kafka: warming up');
  for (const [, contender] of all)
    await load(outside, contender, { inFlight: 16, count: quick ? 100 : 600, durationMs: 20_000 });
  const reached: ReachedOnKafka[] = [];
  for (const { inFlight, proposals } of rounds) {
    say(`proposals over Kafka: ${inFlight} in flight`);
    const count = Math.ceil(proposals * (quick ? 0.3 : 1));
    const turns = new Map<Contender, () => Promise<Load>>(
      all.map(([name, contender]) => [name, () => load(outside, contender, { inFlight, count })]),
    );
    for (const [name, loads] of await inTurns(turns, quick ? 1 : 3))
      reached.push({ name, inFlight, ...told(loads) });
  }
  return reached;
}
