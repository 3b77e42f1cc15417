import { Chance, type Fault, virtualGlobals } from '@countersign/testing/simulation';
import { add, type Coverage } from './coverage.js';
import { Happening } from './happening.js';
import type { Planned } from './happenings.js';
import { comparedToMs } from './invariants/differences.js';
import { passedBy, proposalOf, proposalStreams } from './invariants/ledger.js';
import { wrongAtRest } from './invariants/rest.js';
import { Watch } from './invariants/watch.js';
import type { Mutation } from './mutations/mutation.js';
import { Counter } from './people/counter.js';
import { Crowd } from './people/crowd.js';
import { type Script, scriptOf } from './script.js';
import { simulated } from './services.js';
import { World } from './world.js';

export interface RunOptions {
  readonly seed: number;
  readonly mutation?: Mutation | undefined;
  /** Exactly these, instead of what the seed would bring. */
  readonly only?: { readonly faults: readonly Fault[]; readonly events: readonly string[] } | undefined;
  readonly keepsTrace?: boolean;
}

export interface Ran {
  readonly seed: number;
  /** What was found wrong; undefined when nothing was. */
  readonly wrong: string | undefined;
  /** Of the whole trace: two runs with the same one were the same, step for step. */
  readonly hash: string;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly faults: readonly Fault[];
  readonly events: readonly Planned[];
  readonly coverage: Coverage;
  readonly trace: readonly string[];
}

const stepsMax = 60_000;
const hour = 3_600_000;
/** Nothing that a process does waits longer than this for its next step. */
const stillMs = 45_000;
/** Long enough for every deadline, and short of the week for which a matter in review is looked at. */
const longestMs = 30 * hour;

/** One run from its seed to its rest. */
export async function run({ seed, mutation, only, keepsTrace = false }: RunOptions): Promise<Ran> {
  const drawn = scriptOf(seed);
  const script: Script =
    only === undefined
      ? drawn
      : { ...drawn, events: drawn.events.filter(({ id }) => only.events.includes(id)) };
  const world = new World({ script, mutation, replay: only?.faults, keepsTrace });
  const restore = virtualGlobals(world.scheduler, new Chance(seed, 'libraries'));
  try {
    const wrong = await played(world, script);
    covered(world);
    return {
      ...{ seed, wrong, hash: world.trace.hash, steps: world.scheduler.steps, trace: world.trace.lines },
      simulatedMs: world.scheduler.nowMs - script.startMs,
      faults: world.faults.fired,
      events: script.events,
      coverage: world.coverage,
    };
  } finally {
    world.standIns.close();
    restore();
  }
}

async function played(world: World, script: Script): Promise<string | undefined> {
  const { scheduler } = world;
  const counter = new Counter(world);
  const crowd = new Crowd(world, counter);
  const watch = new Watch(world);
  await world.open();
  const happening = new Happening(world, { counter, crowd });
  world.isStill = () => happening.isOver && !counter.busy && nothingIsUnfinished(world, script);
  happening.begin();
  scheduler.after(scheduler.world, script.healsAfterMs, 'the world heals', () => {
    world.line('from here on nothing goes wrong any more');
    world.faults.healed = true;
  });
  operatorsRetry(world);
  const endMs = script.startMs + longestMs;
  while (await scheduler.step(endMs)) {
    watch.look();
    if (watch.wrong !== undefined) return watch.wrong;
    if (scheduler.steps > stepsMax) return `it goes on for ever: ${stepsMax} steps and no rest`;
    if (happening.isOver && !counter.busy && isAtRest(world, script)) break;
  }
  return wrongAtRest(world);
}

/** Nothing is under way and nothing more is due, but for the comparison of ledgers, which never ends. */
function isAtRest(world: World, script: Script): boolean {
  const { scheduler, records } = world;
  if (scheduler.nextAtMs <= scheduler.nowMs + stillMs || !nothingIsUnfinished(world, script)) return false;
  const comparedMs = comparedToMs(world);
  const newest = world.payments.effects.at(-1)?.createdAtMs ?? 0;
  if (comparedMs !== undefined && comparedMs < newest + 2_000) return false;
  return [...records.timers.values()].every(({ task }) => task === 'compare-ledger');
}

/** The world has healed, every service has a process that can run, and nothing is set aside. */
function nothingIsUnfinished({ scheduler, parking, running }: World, script: Script): boolean {
  if (scheduler.nowMs < script.startMs + script.healsAfterMs) return false;
  return (
    parking.waiting().length === 0 && running.size === simulated.length && !scheduler.somebodyStandsStill
  );
}

/** What was set aside because the world was not ready is tried again by an operator, as the runbook says. */
function operatorsRetry(world: World): void {
  const { scheduler } = world;
  scheduler.after(scheduler.world, 10 * 60_000, 'an operator looks at what was set aside', () => {
    for (const parked of world.parking.waiting()) {
      if (parked.kind === 'bug' || parked.kind === 'poison') continue;
      const running = [...world.running.values()].find(({ owner }) => owner.service === parked.service);
      if (running !== undefined) running.process.retry(parked);
    }
    operatorsRetry(world);
  });
}

function covered(world: World): void {
  const { coverage, records, faults } = world;
  for (const { kind } of faults.fired) add(coverage.faults, kind);
  for (const { type, data } of records.events) {
    add(coverage.events, type);
    if (type === 'ReplySent') add(coverage.replies, String(data['code']));
  }
  for (const id of proposalStreams(world)) {
    add(coverage.states, proposalOf(world, id).status);
    for (const status of passedBy(world, id)) add(coverage.passed, status);
  }
}
