import type { Connection } from '@countersign/connectors/json/read';
import { type Action, subjectId, tenantId } from '@countersign/domain';
import type { Asked, CapabilityReads } from '../../capability.js';
import { recordAction } from '../capability-of.js';
import { recordReader } from '../record-reader.js';
import { recordReads } from '../record-reads.js';
import type { OwnedRecord } from '../record-shape.js';

/** Money moves, and nothing is asked beside the record. */
export const fees = recordAction({
  ...{ capability: 'late-fees', kind: 'late-fee.waive', system: 'billing', responsibility: 'Waives.' },
  fields: { invoice: 'text', amountMinor: 'count', currency: 'text' },
  money: ({ amountMinor, currency }) => ({ amountMinor, currency }),
  facts: { isOpen: ({ status }) => status === 'open', invoice: ({ invoice }) => invoice },
  said: { nothing: 'waived', afterwards: '', askedOf: 'billing', refusals: {} },
  card: ({ invoice }, { money }) => ({
    ...{ operation: 'waiver', sentence: `Waive ${money} of ${invoice}.`, consequences: [] },
    ...{ undoable: 'No.', reversible: false },
  }),
  words: { matter: 'a late fee', askedFor: ['\\bwaive\\b.*\\bfees?\\b'] },
});

/** No money moves, and for how many days only the customer can say. */
export const trials = recordAction({
  ...{ capability: 'trials', kind: 'trial.extend', system: 'trials', responsibility: 'Extends.' },
  fields: { endsAt: 'instant', paying: 'flag' },
  asks: {
    properties: { days: { type: 'integer', minimum: 1, maximum: 30 } },
    inWords: (said) => {
      const days = /\b(\d+) days?\b/.exec(said)?.[1];
      return days === undefined ? undefined : { days: Number(days) };
    },
    question: 'By how many days?',
  },
  facts: { paying: ({ paying }) => paying },
  said: { nothing: 'extended', afterwards: '', askedOf: 'trials', refusals: {} },
  card: ({ endsAt }, { args }) => ({
    ...{
      operation: 'extension',
      sentence: `Extend it beyond ${endsAt}.`,
      undoable: 'Yes.',
      reversible: true,
    },
    consequences: [`${String(args['days'])} days more.`],
  }),
  words: { matter: 'a trial', askedFor: ['\\bextend\\b.*\\btrial\\b'] },
});

export const forWhom = { tenant: tenantId('fjordlight'), customer: subjectId('ada') };

export const feeRecord: OwnedRecord<typeof fees.fields> = {
  ...{ id: 'fee_31', tenant: 'fjordlight', customerId: 'ada', status: 'open', version: 3 },
  ...{ invoice: 'inv_88', amountMinor: 4_500, currency: 'EUR' },
};
export const trialRecord: OwnedRecord<typeof trials.fields> = {
  ...{ id: 'tr-7', tenant: 'fjordlight', customerId: 'ada', status: 'open', version: 1 },
  ...{ endsAt: '2026-12-01T00:00:00Z', paying: false },
};

/** A system that answers as it is told, path by path, and anything else with a failure. */
export function connectionTo(answers: Readonly<Record<string, unknown>>): Connection & {
  readonly asked: { readonly path: string; readonly init: RequestInit }[];
} {
  const asked: { path: string; init: RequestInit }[] = [];
  return {
    ...{ baseUrl: 'http://system.example', key: 'k', timeoutMs: 100, now: () => Date.parse(now), asked },
    random: () => 0,
    fetch: async (url, init) => {
      const path = url.replace('http://system.example', '');
      asked.push({ path, init });
      const answer = answers[path];
      if (answer === undefined) return Response.json({}, { status: 500 });
      const status = (answer as { error?: unknown }).error === undefined ? 200 : 404;
      return Response.json(answer, { status });
    },
  };
}

const now = '2026-11-30T12:00:00Z';
export const longAgo = '2026-11-30T11:00:00Z';

export const readsOfFees = (answers: Readonly<Record<string, unknown>>) =>
  recordReads(fees, recordReader(fees, connectionTo(answers), 60_000));
export const readsOfTrials = (answers: Readonly<Record<string, unknown>>) =>
  recordReads(trials, recordReader(trials, connectionTo(answers), 60_000));

export const ask = (kind: string, args: object): Asked => ({ kind, arguments: args, statements: [] });

async function drafted<R>(reads: CapabilityReads<R>, asked: Asked): Promise<Action> {
  const completed = await reads.complete(asked, forWhom);
  if (completed.outcome !== 'completed') throw new Error(JSON.stringify(completed));
  return completed.action;
}

export const waiving = (): Promise<Action> =>
  drafted(readsOfFees({ '/v1/late-fees/fee_31': feeRecord }), ask('late-fee.waive', { lateFeeId: 'fee_31' }));
export const extending = (): Promise<Action> =>
  drafted(
    readsOfTrials({ '/v1/trials/tr-7': trialRecord }),
    ask('trial.extend', { trialId: 'tr-7', days: 14 }),
  );
