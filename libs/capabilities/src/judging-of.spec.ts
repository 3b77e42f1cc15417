import { type ProposalEventData, proposalId } from '@countersign/domain';
import { expect, it } from '@jest/globals';
import type { Capacity, HeldClaim } from './judging.js';
import { judgingOf } from './judging-of.js';

const money = { amountMinor: 6_000, currency: 'EUR' };
const capacities: readonly Capacity[] = [
  { key: 'refund:charge:ch_1', take: 'amount', money },
  { key: 'undo:p0', take: 'once' },
];
const askedAt = '2026-11-30T08:15:00.000Z';
const draft = {
  ...{ tenant: 'fjordlight', customer: 'ada', proposalId: 'own', draftedAt: '2026-11-30T09:00:00.000Z' },
  action: { evidence: [{ fact: 'askedAt', value: askedAt, basis: 'record' }] },
} as unknown as ProposalEventData<'ProposalDrafted'>;

/** Another proposal's refund: a claim until its operation is done, then an entry of the ledger. */
function world() {
  const ledger: string[] = [];
  const claims: HeldClaim[] = ['own', 'other', 'replaced'].map((of, at) => ({
    ...{ key: `refund:charge:ch_1#${at}`, stream: `proposal-${of}`, released: false },
    ...money,
  }));
  const carriedOut = () => {
    ledger.push('other');
    claims.splice(1, 1);
  };
  return { ledger, claims, carriedOut };
}

it('reads every claim before the records: what is carried out in between counts, and is not missed', async () => {
  const { ledger, claims, carriedOut } = world();
  const claimsUnder = async (prefix: string) => {
    const known = claims.filter(({ key }) => key.startsWith(prefix));
    await Promise.resolve();
    return known;
  };
  const situation = async (_action: unknown, forWhom: object) => {
    const readBefore = [...ledger];
    carriedOut();
    return { outcome: 'read', records: { readBefore, ledger, forWhom }, readAt: askedAt } as const;
  };
  const over = [proposalId('replaced')];
  const read = await judgingOf(
    { reads: { situation }, claimsUnder },
    { draft, capacities, over, limits: {} },
  );
  expect(read.judging.holds.get('refund:charge:ch_1')).toEqual([{ proposalId: 'other', money }]);
  expect(read).toMatchObject({
    judging: { askedAt, limits: {} },
    now: { records: { ledger: ['other'], forWhom: { tenant: 'fjordlight', customer: 'ada' } } },
    claimed: [{ capacity: capacities[0] }, { capacity: capacities[1], claims: [] }],
  });
});

it('asks nothing of the records until the last claim was answered', async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const claimsUnder = (prefix: string) =>
    new Promise<readonly HeldClaim[]>((done) => {
      asked.push(prefix);
      answers.push(() => done([]));
    });
  const situation = async () => {
    asked.push('records');
    return { outcome: 'no_answer', code: 'timeout' } as const;
  };
  const reading = judgingOf(
    { reads: { situation }, claimsUnder },
    { draft, capacities, over: [], limits: {} },
  );
  answers[0]?.();
  await new Promise(setImmediate);
  expect(asked).toEqual(['refund:charge:ch_1#', 'undo:p0']);
  answers[1]?.();
  expect((await reading).now).toEqual({ outcome: 'no_answer', code: 'timeout' });
  expect(asked.at(-1)).toBe('records');
});
