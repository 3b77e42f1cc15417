import { SandboxAdmin } from '../../harness/sandbox-admin.js';
import { amountMinor } from '../proposals/records.js';
import type { Database } from '../proposals/services-under-test.js';
import { type Disturbance, disturbanceOf, disturbances } from './disturbances.js';
import { DisturbedWay } from './disturbed-way.js';
import { freshKey, type KeyOfAttempt, noKey, runNaively } from './naive-loop.js';
import { OurRuns, type Outside, type Run } from './our-runs.js';

export interface Experiment {
  readonly runs: number;
  readonly database: Database;
  readonly outside: Outside;
  say(what: string): void;
}

/** What the provider's own ledger says of one contender's runs; one refund was wanted of each. */
export interface Counted {
  readonly name: string;
  readonly runs: number;
  readonly effects: number;
  /** Effects beyond the first of a run. */
  readonly duplicates: number;
  /** Runs without an effect that wait for nobody. */
  readonly lost: number;
  readonly waiting: number;
  /** How many duplicates each disturbance brought. */
  readonly byDisturbance: Readonly<Record<Disturbance, number>>;
  readonly seconds: number;
}

export interface ExperimentResult {
  readonly contenders: readonly Counted[];
  /** How often our services were killed. */
  readonly kills: number;
  /** What does not add up on our side. */
  readonly faults: readonly string[];
}

const BATCH = 40;
const NAIVE_IN_FLIGHT = 8;

/** The same runs with the same disturbances for each contender; the ledger of the provider counts. */
export async function experiment(about: Experiment): Promise<ExperimentResult> {
  const plain = await naive(about, 'a loop that calls again', noKey);
  const keyed = await naive(about, 'the same, with a key for each attempt', freshKey);
  const { counted, kills, faults } = await ours(about);
  return { contenders: [plain, keyed, counted], kills, faults };
}

async function naive(about: Experiment, name: string, keyOf: KeyOfAttempt): Promise<Counted> {
  about.say(name);
  const runs = await newRuns(about);
  const way = await DisturbedWay.open(about.outside.urls.payments);
  const startedMs = performance.now();
  const left = [...runs];
  const lane = async (): Promise<void> => {
    for (let run = left.pop(); run !== undefined; run = left.pop()) await runNaively(way, { ...run, keyOf });
  };
  await Promise.all(Array.from({ length: NAIVE_IN_FLIGHT }, lane));
  await way.close();
  return counted(about, { name, runs, waiting: 0, startedMs });
}

async function ours(about: Experiment) {
  const runs = await newRuns(about);
  const system = await OurRuns.start(about.database, about.outside);
  try {
    const startedMs = performance.now();
    for (let at = 0; at < runs.length; at += BATCH) {
      about.say(`Countersign: ${at} of ${runs.length}, killed ${system.kills} times`);
      await system.batch(runs.slice(at, at + BATCH));
    }
    about.say('Countersign: settling');
    const { waiting, parked } = await system.settled();
    const result = await counted(about, { name: 'Countersign', runs, waiting, startedMs });
    const faults = [
      ...(result.duplicates > 0 ? [`${result.duplicates} duplicates`] : []),
      ...(result.lost > 0 ? [`${result.lost} lost`] : []),
      ...(parked > 0 ? [`${parked} messages set aside`] : []),
    ];
    return { counted: result, kills: system.kills, faults };
  } finally {
    await system.stop();
  }
}

let made = 0;

async function newRuns({ runs, outside }: Experiment): Promise<Run[]> {
  const admin = new SandboxAdmin(outside.urls.admin, made);
  made += runs;
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: amountMinor }];
  const wanted: Run[] = [];
  for (let run = 0; run < runs; run += 1) {
    // Twice the money: a second refund would be taken too.
    const order = await admin.order({ lines, capturedMinor: amountMinor * 5 });
    wanted.push({ charge: `ch_${order}`, disturbance: disturbanceOf(run) });
  }
  return wanted;
}

async function counted(
  { outside }: Experiment,
  of: { name: string; runs: readonly Run[]; waiting: number; startedMs: number },
): Promise<Counted> {
  const { name, runs, waiting, startedMs } = of;
  const seconds = (performance.now() - startedMs) / 1_000;
  const { effects } = await new SandboxAdmin(outside.urls.admin).ledger();
  const times = new Map<string, number>();
  for (const { charge } of effects) times.set(charge, (times.get(charge) ?? 0) + 1);
  const effectsOf = ({ charge }: Run) => times.get(charge) ?? 0;
  const beyondFirst = (some: readonly Run[]) =>
    some.reduce((sum, run) => sum + Math.max(0, effectsOf(run) - 1), 0);
  const missing = runs.filter((run) => effectsOf(run) === 0).length;
  const byDisturbance = Object.fromEntries(
    disturbances.map(({ id }) => [id, beyondFirst(runs.filter(({ disturbance }) => disturbance === id))]),
  ) as Record<Disturbance, number>;
  return {
    ...{ name, runs: runs.length, effects: runs.reduce((sum, run) => sum + effectsOf(run), 0) },
    ...{ duplicates: beyondFirst(runs), lost: Math.max(0, missing - waiting), waiting },
    ...{ byDisturbance, seconds },
  };
}
