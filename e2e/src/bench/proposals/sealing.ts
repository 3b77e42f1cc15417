import type { JsonObject } from '@countersign/domain';
import type { Bench } from '../bench.js';
import { inTurns } from '../measure/rounds.js';
import { median, percent, spread } from '../measure/statistics.js';
import { decimals, type Table, whole } from '../report.js';
import type { BenchDatabase } from '../server/bench-server.js';
import { countStatements, statementsByText } from '../server/statement-counts.js';
import { type Cost, CostMeter, costOf } from './cost.js';
import { load } from './load.js';
import { type OneValue, oneValue } from './one-sealed-value.js';
import type { OutsideWorld } from './outside-world.js';
import { ProposalDriver } from './proposal-driver.js';
import { ServicesUnderTest } from './services-under-test.js';
import { statementTable } from './statement-table.js';
import { uncounted } from './uncounted.js';

const inFlight = 16;
type Contender = 'sealed' | 'in clear';

interface Measured {
  readonly name: Contender;
  readonly perSecond: number;
  readonly spread: number;
  readonly cost: Cost;
}

/** What sealing costs: the same proposals with it and without it, in turns, and one value by itself. */
export async function compareSealing(
  bench: Bench,
  outside: OutsideWorld,
): Promise<{ tables: Table[]; figures: JsonObject; faults: string[] }> {
  const stops: (() => Promise<void>)[] = [];
  try {
    const sealed = await startSide(bench, outside, { name: 'sealed', stops });
    const sides = [sealed, await startSide(bench, outside, { name: 'in clear', stops })];
    const measured = await compare(bench, outside, sides);
    const faults = (await Promise.all(sides.map((side) => faultsOf(side, outside)))).flat();
    const asked = statementTable(await statementsByText(sealed.database), sealed.driver.completed.length);
    const value = await oneValue(sealed.database);
    return {
      ...{ tables: [tableOf(measured, value), asked.table], faults },
      figures: { measured: measured.map((one) => ({ ...one })), statements: asked.figures, value },
    };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function compare({ quick, say }: Bench, outside: OutsideWorld, sides: readonly Side[]) {
  say('sealing: warming up');
  for (const { driver } of sides) await load(outside, driver, { inFlight, count: quick ? 60 : 300 });
  say(`sealing: ${inFlight} in flight, with and without in turns`);
  const round = { inFlight, count: quick ? 80 : 300, durationMs: 40_000 };
  const turns = new Map(
    sides.map(({ name, driver, meter }) => [name, () => load(outside, driver, { ...round, meter })]),
  );
  const results = await inTurns(turns, quick ? 2 : 6);
  return sides.map(({ name, meter }): Measured => {
    const rates = (results.get(name) ?? []).map(({ done, seconds }) => done / seconds);
    return { name, perSecond: median(rates), spread: spread(rates), cost: costOf(meter.costs).cost };
  });
}

/** What does not add up on one side; also when it did not seal, or the other one did. */
async function faultsOf({ name, database, services, driver }: Side, outside: OutsideWorld) {
  const faults = await uncounted({ database, outside, services, driver });
  const [row] = await database.query<{ sealed: string }>(
    `select count(*)::text as sealed from countersign.events
     where type = 'ApprovalGranted' and data like '%"$sealed"%'`,
  );
  const expected = name === 'sealed' ? driver.completed.length : 0;
  if (Number(row?.sealed) !== expected)
    faults.push(`sealed names: ${expected} expected, ${row?.sealed} found`);
  return faults.map((fault) => `${name}: ${fault}`);
}

interface Side {
  readonly name: Contender;
  readonly database: BenchDatabase;
  readonly services: ServicesUnderTest;
  readonly driver: ProposalDriver;
  readonly meter: CostMeter;
}

async function startSide(
  { server }: Bench,
  outside: OutsideWorld,
  { name, stops }: { readonly name: Contender; readonly stops: (() => Promise<void>)[] },
): Promise<Side> {
  const database = await server.database(name === 'sealed' ? 'bench_sealed' : 'bench_in_clear');
  stops.push(() => database.drop());
  await countStatements(database);
  const { urls, wrappingKey } = database;
  const services = await ServicesUnderTest.start(
    name === 'sealed' ? { urls, wrappingKey } : { urls },
    outside.urls,
  );
  stops.push(() => services.stop());
  const token = await outside.signIn('ada');
  const driver = new ProposalDriver({ database, approvalsUrl: services.approvalsUrl, token });
  stops.push(() => driver.stop());
  await driver.start();
  return { name, database, services, driver, meter: new CostMeter({ server, outside, services, database }) };
}

function tableOf(measured: readonly Measured[], value: OneValue): Table {
  const shown = (figure: number | undefined, digits: number) =>
    figure === undefined ? '' : decimals(figure, digits);
  return {
    title: `(b) What sealing personal values costs, ${inFlight} in flight, with and without in turns`,
    columns: [
      ...['personal values', 'a second', 'spread', 'services ms', 'PostgreSQL ms', 'statements', 'pages'],
      'WAL records',
    ],
    rows: measured.map(({ name, perSecond, spread: apart, cost }) => [
      ...[name, whole(perSecond), percent(apart), shown(cost.servicesMs, 2), shown(cost.databaseMs, 2)],
      ...[shown(cost.statements, 1), shown(cost.pages, 0), shown(cost.walRecords, 0)],
    ]),
    notes: [
      "A proposal of the benchmark seals one value, the customer's name in ApprovalGranted; the draft holds none.",
      `One value of ${value.letters} letters by itself, the key at hand: ${decimals(value.sealUs, 0)} µs to seal, ${decimals(value.openUs, 0)} µs to open.`,
    ],
  };
}
