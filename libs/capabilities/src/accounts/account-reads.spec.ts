import { describe, expect, it } from '@jest/globals';
import { capability as refunds } from '../refunds/refunds.js';
import { capability } from './accounts.js';
import { type AccountWorld, closureOf, forWhom, readsOf, refundOfDouble } from './testing/account-world.js';

const ask = (kind: string, args: object, world: AccountWorld = {}, money?: object) =>
  readsOf(world).complete(
    { kind, arguments: args, statements: [], ...(money as { money?: never }) },
    forWhom,
  );
const ofAccount = { accountId: 'acct_7719' };
const double = { ...ofAccount, chargeId: 'ch_1842' };

async function differencesIn(world: AccountWorld, action: Awaited<ReturnType<typeof closureOf>>) {
  const reads = readsOf(world);
  const now = await reads.situation(action, forWhom);
  if (now.outcome !== 'read') throw new Error(now.outcome);
  return reads.differences(action, now.records);
}

describe('completing a refund of a double charge', () => {
  it('S30: takes amount, target and the first charge from the records', async () => {
    expect(await refundOfDouble()).toMatchObject({
      target: { type: 'charge', id: 'ch_1842' },
      money: { amountMinor: 24_000, currency: 'USD' },
      evidence: expect.arrayContaining([
        expect.objectContaining({ fact: 'duplicateOf', value: 'ch_1841', basis: 'record' }),
      ]),
    });
  });

  it('refuses the first charge, which is the one that stays, and a part of the later one', async () => {
    expect(await ask('duplicate-charge.refund', { ...double, chargeId: 'ch_1841' })).toMatchObject({
      outcome: 'refused',
      faults: [{ field: 'arguments.chargeId' }],
    });
    const part = { money: { amountMinor: 12_000, currency: 'USD' } };
    expect(await ask('duplicate-charge.refund', double, {}, part)).toMatchObject({
      faults: [{ field: 'amountMinor', reason: expect.stringContaining('240.00 USD') }],
    });
  });

  it('answers for somebody else’s account as for none, whatever is asked', async () => {
    for (const [kind, args] of [
      ['duplicate-charge.refund', double],
      ['account.close', ofAccount],
    ] as const)
      expect(await ask(kind, args, { account: { customerId: 'ben' } })).toMatchObject({
        faults: [{ field: 'arguments.accountId', reason: 'this customer has no such account' }],
      });
  });

  it('holds the same capacity as any other refund of the charge', async () => {
    const action = await refundOfDouble();
    expect(capability.capacitiesOf(action)).toEqual(
      refunds.capacitiesOf({ ...action, kind: 'refund.create' }),
    );
  });
});

describe('closing an account', () => {
  it('is of the version that was read, and moves no money', async () => {
    const action = await closureOf();
    expect(action).toMatchObject({ resourceVersions: [{ resource: 'accounts/acct_7719', version: '1' }] });
    expect(action).not.toHaveProperty('money');
  });

  it('is not asked for when the account is not open', async () => {
    expect(await ask('account.close', ofAccount, { account: { status: 'closed' } })).toMatchObject({
      outcome: 'refused',
    });
  });

  it('says on its card that it is hard to reverse and that invoices are out of reach', async () => {
    const { consequences, reversible } = capability.card(await closureOf());
    expect(reversible).toBe(false);
    expect(consequences.join(' ')).toMatch(/hard to reverse.*no longer reachable/);
  });
});

describe('what differs from the draft', () => {
  it('S31: an account that somebody else closed meanwhile is told with whoever did', async () => {
    const account = { status: 'closed', closedBy: 'back office', version: 2 };
    expect(await differencesIn({ account }, await closureOf())).toEqual([
      'account acct_7719 was closed meanwhile, by back office.',
    ]);
  });

  it('a closed account takes nothing from a refund; a refund elsewhere and a dispute do', async () => {
    const refund = await refundOfDouble();
    expect(await differencesIn({ account: { status: 'closed', version: 2 } }, refund)).toEqual([]);
    expect(await differencesIn({ paid: { refundedMinor: 24_000, disputed: true } }, refund)).toEqual([
      'charge ch_1842 is disputed.',
      'charge ch_1842 was already refunded (240.00 USD).',
    ]);
  });
});

describe('the first of two charges, which is to stay', () => {
  const standsIn = async (firstPaid: AccountWorld['firstPaid']) => {
    const action = await refundOfDouble();
    const reads = readsOf(firstPaid === undefined ? {} : { firstPaid });
    const now = await reads.situation(action, forWhom);
    if (now.outcome !== 'read') return now;
    const judging = { holds: new Map(), limits: {}, askedAt: now.readAt };
    return reads.policySubject(action, now.records, judging).facts['firstStands'];
  };

  it.each([
    ['paid', undefined, true],
    ['given back in part, by whomever', { refundedMinor: 1 }, false],
    ['contested by the bank', { disputed: true }, false],
    ['not known to payments', 'not_found', 'unknown'],
  ] as const)('%s: whether it stands is %p', async (_what, firstPaid, stands) => {
    expect(await standsIn(firstPaid)).toBe(stands);
  });

  it('that gives no answer is unknown, and nothing is judged on the rest', async () => {
    expect(await standsIn('no_answer')).toEqual({ outcome: 'no_answer', code: 'payments_timeout' });
  });

  it('given back or contested while the later one waits, is told as what changed', async () => {
    const firstPaid = { refundedMinor: 24_000, disputed: true };
    expect(await differencesIn({ firstPaid }, await refundOfDouble())).toEqual([
      'charge ch_1841, the first of the two, was refunded itself (240.00 USD).',
      'charge ch_1841, the first of the two, is disputed.',
    ]);
  });
});

describe('the tools', () => {
  it('list invoices while the account is open, and not once it is closed', async () => {
    const call = (world: AccountWorld) =>
      readsOf(world).callTool('list_account_invoices', { accountId: 'acct_7719' }, forWhom);
    expect((await call({})).outcome).toBe('answered');
    expect(await call({ account: { status: 'closed' } })).toMatchObject({ code: 'invoices_not_reachable' });
  });

  it('show nobody an account that is not theirs', async () => {
    const reads = readsOf({ account: { customerId: 'ben' } });
    for (const tool of ['list_account_charges', 'list_account_invoices', 'read_accounts'])
      expect((await reads.callTool(tool, { accountId: 'acct_7719' }, forWhom)).outcome).toBe('not_found');
  });
});
