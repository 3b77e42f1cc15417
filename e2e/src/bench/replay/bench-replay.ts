import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endingWithParent } from '@countersign/event-store/embedded';
import type { Bench } from '../bench.js';
import { median, percent, spread } from '../measure/statistics.js';
import { decimals, type SectionReport, type Table, whole } from '../report.js';
import { fillStore } from '../server/fill-store.js';
import { eventsOfProposal } from '../server/finished-proposal.js';
import type { Replayed } from './replay-process.js';

interface Measured {
  readonly events: number;
  readonly perSecond: number[];
  readonly peakRssMb: number[];
  readonly liveHeapMb: number[];
}

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
    const results: Replayed[] = [];
    for (let round = 0; round < (quick ? 2 : 3); round += 1) {
      const replayed = await replayIn(database.urls.countersign_reader, events);
      if (replayed.events !== events || replayed.completed !== events / eventsOfProposal) {
        faults.push(`${events} events stored; ${replayed.events} replayed, ${replayed.completed} completed`);
      }
      results.push(replayed);
    }
    measured.push({
      events,
      perSecond: results.map((one) => one.events / one.seconds),
      peakRssMb: results.map((one) => one.peakRssMb),
      liveHeapMb: results.map((one) => one.liveHeapMb),
    });
  }
  await database.drop();
  return { tables: [tableOf(measured)], figures: { sizes: measured.map(figuresOf) }, faults };
}

function replayIn(url: string, events: number): Promise<Replayed> {
  const program = fileURLToPath(new URL('./replay-process.js', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(program, {
      env: { PATH: process.env['PATH'], DATABASE_URL: url, EVENTS: String(events) },
      execArgv: [...endingWithParent, '--expose-gc'],
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

function figuresOf({ events, perSecond, peakRssMb, liveHeapMb }: Measured) {
  return {
    events,
    perSecond: median(perSecond),
    peakRssMb: median(peakRssMb),
    liveHeapMb: median(liveHeapMb),
  };
}

function tableOf(measured: readonly Measured[]): Table {
  return {
    title: '(c) Replay: every event read, decoded and folded, stream after stream',
    columns: ['events in the store', 'events/s', 'spread', 'peak RSS MB', 'live heap MB'],
    rows: measured.map((one) => [
      whole(one.events),
      whole(median(one.perSecond)),
      percent(spread(one.perSecond)),
      decimals(median(one.peakRssMb), 0),
      decimals(median(one.liveHeapMb), 0),
    ]),
    notes: [
      `Each proposal has ${eventsOfProposal} events. RSS is that of the whole process, with what waits to be collected;`,
      'the live heap is the largest right after a collection, at ten points on the way.',
    ],
  };
}
