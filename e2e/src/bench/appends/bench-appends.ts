import type { Bench } from '../bench.js';
import { inTurns } from '../measure/rounds.js';
import { median, percent, percentile, spread } from '../measure/statistics.js';
import { decimals, type SectionReport, type Table, whole } from '../report.js';
import { appendContender, type Contender, floorContender } from './contenders.js';
import { measurePieces } from './pieces.js';
import { dataBytes } from './sample-event.js';

const concurrencies = [1, 16, 64];

/** (a) Appends a second beside two floors on the same server, and what each piece of an append costs. */
export async function benchAppends(bench: Bench): Promise<SectionReport> {
  const { server, quick, say } = bench;
  const database = await server.database('bench_appends');
  const contenders = [
    await appendContender(database),
    await floorContender(database, 'single-row inserts'),
    await floorContender(database, 'multi-row unnest'),
  ];
  const rounds = quick ? 3 : 15;
  const durationMs = quick ? 200 : 400;
  const measured: Measured[] = [];
  await warmUp(contenders);
  for (const inFlight of concurrencies) {
    say(`appends, ${inFlight} waiting together, ${rounds} rounds`);
    const turns = new Map(
      contenders.map((one) => [one.name, () => one.round({ inFlight, durationMs })] as const),
    );
    for (const [name, loads] of await inTurns(turns, rounds)) {
      const rates = loads.map(({ done, seconds }) => done / seconds);
      const latencies = loads.flatMap(({ latenciesMs }) => latenciesMs);
      measured.push({ name, inFlight, rates, p50Ms: median(latencies), p99Ms: percentile(latencies, 0.99) });
    }
  }
  const faults = await uncounted(contenders);
  for (const contender of contenders) await contender.close();
  await database.drop();
  const pieces = await measurePieces(bench);
  const comparisons = concurrencies.map((inFlight) => compared(measured, inFlight));
  return {
    tables: [tableOf(measured, comparisons), pieces.table],
    figures: {
      dataBytes,
      measured: measured.map(({ rates, ...rest }) => ({ ...rest, perSecond: median(rates), rates })),
      ratios: comparisons.map((one) => ({ ...one })),
      pieces: pieces.figures,
    },
    faults,
  };
}

interface Measured {
  readonly name: string;
  readonly inFlight: number;
  readonly rates: number[];
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Compared {
  readonly inFlight: number;
  /** Medians of the ratios of the rounds: what a round of ours reached beside the floor's round next to it. */
  readonly ofSingleRow: number;
  readonly ofMultiRow: number;
}

function compared(measured: readonly Measured[], inFlight: number): Compared {
  const ratesOf = (name: string) =>
    measured.find((one) => one.name === name && one.inFlight === inFlight)?.rates ?? [];
  const ours = ratesOf('append');
  const of = (floor: string) =>
    median(ratesOf(floor).map((rate, round) => (ours[round] ?? Number.NaN) / rate));
  return { inFlight, ofSingleRow: of('single-row inserts'), ofMultiRow: of('multi-row unnest') };
}

function tableOf(measured: readonly Measured[], comparisons: readonly Compared[]): Table {
  const rows = measured.map(({ name, inFlight, rates, p50Ms, p99Ms }) => [
    name,
    String(inFlight),
    whole(median(rates)),
    percent(spread(rates)),
    decimals(p50Ms, 2),
    decimals(p99Ms, 2),
  ]);
  return {
    title: `(a) Appends a second: ${dataBytes} bytes of data, each to a stream of its own`,
    columns: ['contender', 'waiting', 'a second', 'spread', 'p50 ms', 'p99 ms'],
    rows,
    notes: comparisons.map(
      ({ inFlight, ofSingleRow, ofMultiRow }) =>
        `at ${inFlight}: ${decimals(ofSingleRow, 2)} of single-row inserts, ${decimals(ofMultiRow, 2)} of one multi-row insert` +
        (inFlight === 64 ? ' (aims: 1.3 and 0.3)' : ''),
    ),
  };
}

async function warmUp(contenders: readonly Contender[]): Promise<void> {
  for (const contender of contenders) await contender.round({ inFlight: 16, durationMs: 300 });
}

/** Every row that was acknowledged is there, and no other. */
async function uncounted(contenders: readonly Contender[]): Promise<string[]> {
  const faults: string[] = [];
  for (const contender of contenders) {
    const there = await contender.counted();
    if (there !== contender.acknowledged)
      faults.push(`${contender.name}: ${contender.acknowledged} acknowledged, ${there} there`);
  }
  return faults;
}
