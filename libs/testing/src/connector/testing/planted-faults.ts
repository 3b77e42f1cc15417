import { randomUUID } from 'node:crypto';
import type { Executed, FoundOutcome } from '@countersign/capabilities';
import { DEFAULT_KEYS } from '@countersign/sandbox/sandbox';
import type { RequirementId } from '../requirements/requirements.js';
import type { ConnectorUnderTest } from '../subject.js';
import type { Spoilt } from './sandbox-refunds.js';

interface Planted {
  readonly name: string;
  readonly spoilt: Spoilt;
  /** The requirements that must fail, and no others. */
  readonly caughtBy: readonly RequirementId[];
  /** Where the check has to run out its patience. */
  readonly patienceMs?: number;
}

type Execute = ConnectorUnderTest['execute'];
type FindOutcome = ConnectorUnderTest['findOutcome'];

/** Mistakes that connectors are really written with, each in our own connector. */
export const plantedFaults: readonly Planted[] = [
  {
    name: 'a new key for each attempt',
    spoilt: { fetch: (to, init) => fetch(to, withNewKey(init)) },
    caughtBy: ['one-effect', 'same-bytes', 'other-parameters', 'at-once'],
  },
  {
    name: 'a time-out is called a refusal',
    spoilt: executing(
      (execute) =>
        async (...call) =>
          refusedFor(await execute(...call), 'timeout'),
    ),
    caughtBy: ['right-class'],
  },
  {
    name: 'the connector tries again by itself',
    spoilt: executing((execute) => async (...call) => {
      const first = await execute(...call);
      return first.class === 'unknown' ? execute(...call) : first;
    }),
    caughtBy: ['one-request'],
  },
  {
    name: 'an absence is said without the reason why it may be believed',
    spoilt: finding(
      (find) =>
        async (...call) =>
          withoutReason(await find(...call)),
    ),
    caughtBy: ['proves-absence'],
  },
  {
    name: 'an empty page is taken for an empty listing',
    spoilt: finding(
      (find) =>
        async (...call) =>
          absentFor(await find(...call), 'listing_incomplete'),
    ),
    caughtBy: ['no-false-absence'],
  },
  {
    name: 'whatever is not found yet is absent',
    spoilt: finding(
      (find) =>
        async (...call) =>
          absentFor(await find(...call), 'too_early'),
    ),
    caughtBy: ['no-false-absence'],
  },
  {
    name: 'money goes through floating point',
    spoilt: executing(
      (execute) => (id, action, sending) =>
        execute(
          id,
          withAmount(action, (minor) => Math.floor((minor / 100) * 100)),
          sending,
        ),
    ),
    caughtBy: ['exact-money'],
  },
  {
    name: 'every currency has two decimals',
    spoilt: executing(
      (execute) => (id, action, sending) =>
        execute(
          id,
          withAmount(action, (minor) => roundedToHundredths(minor, action)),
          sending,
        ),
    ),
    caughtBy: ['exact-money'],
  },
  {
    name: 'redirects are followed',
    spoilt: { fetch: (to, init) => fetch(to, { ...init, redirect: 'follow' }) },
    caughtBy: ['one-target'],
  },
  {
    name: 'requests never end',
    spoilt: { fetch: (to, init) => fetch(to, { ...init, signal: null }) },
    caughtBy: ['right-class', 'own-time-out', 'no-false-absence'],
    patienceMs: 1000,
  },
  {
    name: 'the clock is not looked at before sending',
    spoilt: executing(
      (execute) => (id, action) =>
        execute(id, action, { firstSentAt: 'never', sendBefore: '2999-01-01T00:00:00Z' }),
    ),
    caughtBy: ['send-window', 'key-life'],
  },
  {
    name: 'the credential is in the message',
    spoilt: executing((execute) => async (...call) => {
      const result = await execute(...call);
      return result.class === 'rejected'
        ? { ...result, message: `refused: authorization: Bearer ${DEFAULT_KEYS.payments}` }
        : result;
    }),
    caughtBy: ['no-credential'],
  },
];

function executing(change: (execute: Execute) => Execute): Spoilt {
  return { connector: ({ execute, findOutcome }) => ({ execute: change(execute), findOutcome }) };
}

function finding(change: (find: FindOutcome) => FindOutcome): Spoilt {
  return { connector: ({ execute, findOutcome }) => ({ execute, findOutcome: change(findOutcome) }) };
}

function withNewKey(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (init?.method === 'POST') headers.set('idempotency-key', randomUUID());
  return { ...init, headers };
}

function refusedFor(result: Executed, code: string): Executed {
  return result.class === 'unknown' && result.code === code
    ? { class: 'rejected', code, message: 'The provider did not answer.' }
    : result;
}

function absentFor(outcome: FoundOutcome, code: string): FoundOutcome {
  if (outcome.outcome !== 'no_answer' || outcome.code !== code) return outcome;
  const readAt = new Date().toISOString();
  const look = { source: 'payments', asked: outcome.asked, readAt, complete: true, found: [] };
  const absence = { basis: 'whole_listing', recordsRead: 0, lastSentAt: readAt, settledAt: readAt } as const;
  return { outcome: 'absent', evidence: { ...look, why: 'nothing was found', absence } };
}

/** As it would come from a connector written without a compiler that asks for the reason. */
function withoutReason(outcome: FoundOutcome): FoundOutcome {
  if (outcome.outcome !== 'absent') return outcome;
  const { absence: _reason, ...evidence } = outcome.evidence;
  return { outcome: 'absent', evidence } as unknown as FoundOutcome;
}

type Action = Parameters<Execute>[1];

function withAmount(action: Action, change: (amountMinor: number) => number): Action {
  const { money } = action;
  return money === undefined
    ? action
    : { ...action, money: { ...money, amountMinor: change(money.amountMinor) } };
}

/** What is left of BHD 1.001 after somebody has written it as 1.00. */
function roundedToHundredths(minor: number, { money }: Action): number {
  return money?.currency === 'BHD' ? Math.round(minor / 10) * 10 : minor;
}
