import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endingWithParent } from '@countersign/event-store/embedded';
import type { Bench } from '../bench.js';
import { inTurns } from '../measure/rounds.js';
import { median, percent, spread } from '../measure/statistics.js';
import { decimals, type SectionReport, type Table, whole } from '../report.js';
import { fillStore } from '../server/fill-store.js';
import { eventsOfProposal } from '../server/finished-proposal.js';
import type { Replayed } from './replay-process.js';

interface Measured {
  readonly events: number;
  readonly byMemory: ReadonlyMap<Memory, readonly Replayed[]>;
}

/**
 * `usual`: as Node sizes it, which lets the young generation grow as long as the process is busy. `bounded`: a heap
 * that cannot hold more than this; a replay that held more would end with an error.
 */
const memories = {
  usual: [],
  bounded: ['--max-semi-space-size=4', '--max-old-space-size=64'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Memory = keyof typeof memories;

/** (c) Folding the whole record, at three sizes of the store, each round in a process of its own. */
export async function benchReplay({ server, quick, say }: Bench): Promise<SectionReport> {
  const sizes = quick ? [8_000, 40_000, 160_000] : [10_000, 100_000, 1_000_000];
  const database = await server.database('bench_replay');
  const measured: Measured[] = [];
  const faults: string[] = [];
  let stored = 0;
  for (const events of sizes) {
    say(`replay: filling the store to ${whole(events)} events`);
    await fillStore(database, (events - stored) / eventsOfProposal);
    stored = events;
    say(`replay: folding ${whole(events)} events`);
    const at = { url: database.urls.countersign_reader, events };
    const turns = new Map<Memory, () => Promise<Replayed>>([
      ['usual', () => replayIn({ ...at, memory: 'usual' })],
      ['bounded', () => replayIn({ ...at, memory: 'bounded' })],
    ]);
    const byMemory = await inTurns(turns, quick ? 2 : 3);
    for (const replayed of [...byMemory.values()].flat()) {
      if (replayed.events === events && replayed.completed === events / eventsOfProposal) continue;
      faults.push(`${events} events stored; ${replayed.events} replayed, ${replayed.completed} completed`);
    }
    measured.push({ events, byMemory });
  }
  await database.drop();
  return { tables: [tableOf(measured)], figures: { sizes: measured.map(figuresOf) }, faults };
}

interface Replay {
  readonly url: string;
  readonly events: number;
  readonly memory: Memory;
}

function replayIn({ url, events, memory }: Replay): Promise<Replayed> {
  const program = fileURLToPath(new URL('./replay-process.js', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      env: { PATH: process.env['PATH'], DATABASE_URL: url, EVENTS: String(events) },
      execArgv: [...endingWithParent, '--expose-gc', ...memories[memory]],
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    });
    let result: Replayed | undefined;
    child.once('message', (message) => {
      result = message as Replayed;
      child.disconnect();
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      result === undefined ? reject(new Error(`The replay ended with exit code ${code}.`)) : resolve(result),
    );
  });
}

interface Figures {
  readonly [name: string]: number;
  readonly perSecond: number;
  readonly spread: number;
  readonly peakRssMb: number;
  readonly liveHeapMb: number;
}

function figuresIn({ byMemory }: Measured, memory: Memory): Figures {
  const rounds = byMemory.get(memory) ?? [];
  const rates = rounds.map(({ events, seconds }) => events / seconds);
  return {
    ...{ perSecond: median(rates), spread: spread(rates) },
    peakRssMb: median(rounds.map(({ peakRssMb }) => peakRssMb)),
    liveHeapMb: median(rounds.map(({ liveHeapMb }) => liveHeapMb)),
  };
}

function figuresOf(measured: Measured) {
  const { events } = measured;
  return { events, usual: figuresIn(measured, 'usual'), bounded: figuresIn(measured, 'bounded') };
}

function tableOf(measured: readonly Measured[]): Table {
  return {
    title: '(c) Replay: every event read, decoded and folded, stream after stream',
    columns: [
      ...['events in the store', 'events/s', 'spread', 'live heap MB', 'peak RSS MB'],
      ...['bounded: events/s', 'spread', 'peak RSS MB'],
    ],
    rows: measured
      .map(figuresOf)
      .map(({ events, usual, bounded }) => [
        ...[whole(events), whole(usual.perSecond), percent(usual.spread)],
        ...[decimals(usual.liveHeapMb, 0), decimals(usual.peakRssMb, 0)],
        ...[whole(bounded.perSecond), percent(bounded.spread), decimals(bounded.peakRssMb, 0)],
      ]),
    notes: [
      `Each proposal has ${eventsOfProposal} events. RSS is that of the whole process, with what waits to be collected;`,
      'the live heap is the largest right after a collection, at ten points on the way.',
      `Bounded: the same with ${memories.bounded.join(' ')}; Node by itself lets short-lived objects fill ever more.`,
    ],
  };
}
