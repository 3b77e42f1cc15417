import { setTimeout as pause } from 'node:timers/promises';
import type { Logs } from '../harness/logs.js';
import { type Account, accountOf } from './account.js';
import { type Field, onField } from './field.js';
import { carryLoad } from './load.js';
import { recoveredAfter, type Suffered } from './recovery.js';
import { fractions, type Kind, schedule } from './schedule.js';
import type { Story } from './stories.js';
import { strike, struckBy, wordsOf } from './strike.js';

export interface ChaosOptions {
  /** Faults go on for so long, and refunds begin evenly over that time. */
  readonly seconds: number;
  readonly proposals: number;
  readonly seed: number;
  readonly kinds: readonly Kind[];
  /** What the services say of themselves; nothing below an error, and that to the terminal, unless given. */
  readonly logs?: Logs;
  /** Ends it, and leaves as little behind as the end does. */
  readonly interrupted?: AbortSignal;
  /** Seconds since the load began, and what happened. */
  tell(second: number, sentence: string): void;
}

export interface ChaosResult {
  readonly suffered: readonly Suffered[];
  readonly account: Account;
}

/** A fault that nothing came after within this time has no way back to be measured, as at the end of the load. */
const recoveryWithinMs = 120_000;

/** So patient that a fault of seconds is waited out, as in production, instead of being given to a person. */
const settings = {
  RETRY_ELAPSED_MAX_MS: '120000',
  LOOK_AGAIN_AFTER_MS: '250,500,1000,2000,4000,8000,8000',
  LOOK_DELAYS_MS: '100,200,400,800,1000,2000,4000,8000,8000',
};

/**
 * Refunds under way while faults strike one after another, as the seed says; the next comes when what was struck
 * works again. Then the records are held against each other.
 */
export function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { logs, interrupted } = options;
  return onField({ settings, interrupted, ...(logs === undefined ? {} : { logs }) }, async (field) => {
    const { system, servers, signal } = field;
    const done: Story[] = [];
    const suffered: Suffered[] = [];
    const load = {
      ...{ proposals: options.proposals, seconds: options.seconds },
      ...{ inFlightMax: 8, conversationEvery: 3 },
    };
    const over = new AbortController();
    const carried = carryLoad(system, load, { done, signal }).finally(() => over.abort());
    await Promise.all([carried, strikes(field, { ...options, done, suffered, over: over.signal })]);
    return { suffered, account: await accountOf(system, servers, done) };
  });
}

interface Course extends ChaosOptions {
  readonly done: readonly Story[];
  readonly suffered: Suffered[];
  /** Fires when the load is carried: faults without load show nothing. */
  readonly over: AbortSignal;
}

async function strikes(field: Field, course: Course): Promise<void> {
  const { seed, kinds, seconds, done, suffered, over, tell } = course;
  const startedAt = performance.now();
  const second = () => (performance.now() - startedAt) / 1_000;
  const faults = schedule(seed, kinds);
  const fraction = fractions(seed ^ 0x5eed);
  const stopped = AbortSignal.any([field.signal, over]);
  const paused = (ms: number) => pause(ms, undefined, { signal: stopped }).catch(() => undefined);
  await paused(2_000);
  while (second() < seconds && !stopped.aborted) {
    const fault = faults.next().value;
    tell(second(), `${wordsOf(fault)} … (${done.length} completed)`);
    const since = await strike(fault, field);
    const recoveredMs = await recovered(field, { fault, since, stopped });
    suffered.push({ fault, since, recoveredMs });
    const back = recoveredMs === undefined ? 'nothing came after it' : `works again after ${recoveredMs} ms`;
    tell(second(), `  ${back}`);
    await paused(500 + fraction() * 1_500);
  }
}

async function recovered(
  { system }: Field,
  of: { readonly fault: Suffered['fault']; readonly since: number; readonly stopped: AbortSignal },
): Promise<number | undefined> {
  const { fault, since, stopped } = of;
  const look = () => recoveredAfter(system.raw, struckBy(fault), since).catch(() => undefined);
  for (const until = since + recoveryWithinMs; Date.now() < until && !stopped.aborted; ) {
    const ms = await look();
    if (ms !== undefined) return ms;
    await pause(100);
  }
  return look();
}
