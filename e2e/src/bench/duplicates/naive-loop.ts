import { randomUUID } from 'node:crypto';
import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import { amountMinor } from '../proposals/records.js';
import type { Disturbance } from './disturbances.js';
import type { DisturbedWay } from './disturbed-way.js';

/** The key of one attempt, or none. */
export type KeyOfAttempt = () => string | undefined;

export const noKey: KeyOfAttempt = () => undefined;
export const freshKey: KeyOfAttempt = () => randomUUID();

const ATTEMPTS_MAX = 5;
const LIVES_MAX = 5;

interface NaiveRun {
  readonly charge: string;
  readonly disturbance: Disturbance;
  readonly keyOf: KeyOfAttempt;
}

/**
 * An agent's loop as it is usually written: call the tool, and on an error call it again. When its process dies the
 * task is begun again, because nothing says that it was done.
 */
export async function runNaively(way: DisturbedWay, { charge, disturbance, keyOf }: NaiveRun): Promise<void> {
  let life = new AbortController();
  way.plan(charge, {
    disturbance,
    held: async () => {
      // As the answer arrives: it has arrived, and nothing has been made of it yet.
      if (disturbance !== 'killed_with_answer') life.abort();
    },
  });
  const deaths = deathsBesideCalls(disturbance);
  for (let lives = 0; lives < LIVES_MAX; lives += 1) {
    life = new AbortController();
    const ended = await loop({ url: way.url, charge, keyOf, signal: life.signal, diesAt: deaths });
    if (ended !== 'died') return;
  }
}

type Place = 'before_call' | 'after_answer' | 'before_next_attempt';

/** Where the loop dies without the network's doing, once each. */
function deathsBesideCalls(disturbance: Disturbance): (place: Place) => boolean {
  const place: Partial<Record<Disturbance, Place>> = {
    killed_before_call: 'before_call',
    killed_with_answer: 'after_answer',
    killed_finding_out: 'before_next_attempt',
  };
  let due = place[disturbance];
  return (at) => {
    if (at !== due) return false;
    due = undefined;
    return true;
  };
}

interface Life {
  readonly url: string;
  readonly charge: string;
  readonly keyOf: KeyOfAttempt;
  readonly signal: AbortSignal;
  readonly diesAt: (place: Place) => boolean;
}

async function loop(life: Life): Promise<'done' | 'gave up' | 'died'> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    if (life.diesAt('before_call')) return 'died';
    const isDone = await refund(life).catch(() => false);
    if (life.signal.aborted || (isDone && life.diesAt('after_answer'))) return 'died';
    if (isDone) return 'done';
    if (life.diesAt('before_next_attempt')) return 'died';
  }
  return 'gave up';
}

async function refund({ url, charge, keyOf, signal }: Life): Promise<boolean> {
  const key = keyOf();
  const answer = await fetch(`${url}/v1/refunds`, {
    method: 'POST',
    signal,
    headers: {
      authorization: `Bearer ${DEFAULT_KEYS.payments}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: new URLSearchParams({ charge, amount: String(amountMinor) }),
  });
  await answer.text();
  return answer.ok;
}
