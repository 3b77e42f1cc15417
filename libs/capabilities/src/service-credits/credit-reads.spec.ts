import { subjectId, tenantId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import type { Hold } from '../judging.js';
import { creditReads } from './credit-reads.js';
import type { CreditPorts } from './credit-records.js';

const forWhom = { tenant: tenantId('fjordlight'), customer: subjectId('ada') };
const found =
  <T>(value: T) =>
  async () =>
    ({ outcome: 'found', value, readAt: '2026-11-30T00:00:00Z', source: 's' }) as const;

interface World {
  readonly invoiceVersion?: number;
  readonly totalMinor?: number;
  readonly customerId?: string;
  readonly credits?: readonly {
    readonly operationId: string;
    readonly amountMinor: number;
    readonly currency: string;
  }[];
}

function portsOf({
  invoiceVersion = 1,
  totalMinor = 480_000,
  customerId = 'ada',
  credits = [],
}: World): CreditPorts {
  const supportCase = {
    id: '118',
    tenant: 'fjordlight',
    customerId,
    accountId: 'acct_1',
    incidentId: 'inc_1',
  };
  const tiers = [{ overMinutes: 240, shareBasisPoints: 2_500 }];
  return {
    support: {
      case: found({ ...supportCase, status: 'open', version: 1 }),
      incident: found({
        ...{ id: 'inc_1', service: 'api', status: 'resolved', accounts: ['acct_1'], version: 1 },
        ...{ startedAt: '2026-11-12T08:00:00Z', endedAt: '2026-11-12T13:00:00Z' },
      }),
      operation: async () => ({ outcome: 'unknown', code: 'timeout', asked: '' }),
      ledger: async () => ({ outcome: 'not_found' }),
    },
    billing: {
      account: found({
        id: 'acct_1',
        tenant: 'fjordlight',
        customerId: 'ada',
        planId: 'p',
        status: 'active',
        version: 1,
      }),
      plan: found({ id: 'p', name: 'P', version: 1, agreement: { id: 'sla', section: '4.2', tiers } }),
      latestInvoice: found({
        id: 'inv_1',
        accountId: 'acct_1',
        currency: 'USD',
        totalMinor,
        version: invoiceVersion,
      }),
      creditsOf: found(
        credits.map((credit, index) => ({
          ...{
            id: `cr_${index}`,
            accountId: 'acct_1',
            caseId: '118',
            currency: 'USD',
            status: 'applied' as const,
          },
          ...credit,
        })),
      ),
      credit: async () => ({ outcome: 'not_found' }),
      operation: async () => ({ outcome: 'unknown', code: 'timeout', asked: '' }),
      ledger: async () => ({ outcome: 'not_found' }),
    },
  };
}

const ask = (world: World, money?: { amountMinor: number; currency: string }) =>
  creditReads(portsOf(world)).complete(
    {
      ...{ kind: 'service-credit.create', arguments: { caseId: '118' }, statements: [] },
      ...(money === undefined ? {} : { money }),
    },
    forWhom,
  );

async function actionOf(world: World = {}) {
  const completed = await ask(world);
  if (completed.outcome !== 'completed') throw new Error(JSON.stringify(completed));
  return completed.action;
}

describe('completing a credit', () => {
  it('takes the amount from the records, with section and versions', async () => {
    const action = await actionOf();
    expect(action.money).toEqual({ amountMinor: 120_000, currency: 'USD' });
    expect(action.resourceVersions).toContainEqual({ resource: 'billing/invoices/inv_1', version: '1' });
  });
  it('S24: refuses a part of it, and names the amount', async () => {
    expect(await ask({}, { amountMinor: 60_000, currency: 'USD' })).toMatchObject({
      outcome: 'refused',
      faults: [{ field: 'amountMinor', reason: expect.stringContaining('1,200.00 USD') }],
    });
  });
  it('answers for somebody else’s case as for none', async () => {
    expect(await ask({ customerId: 'ben' })).toMatchObject({
      faults: [{ reason: 'this customer has no such case' }],
    });
  });
});

describe('what differs from the draft', () => {
  it('S22: a corrected invoice, and what it makes of the amount', async () => {
    const action = await actionOf();
    const world = { invoiceVersion: 2, totalMinor: 440_000 };
    const now = await creditReads(portsOf(world)).situation(action, forWhom);
    if (now.outcome !== 'read') throw new Error(now.outcome);
    expect(creditReads(portsOf(world)).differences(action, now.records)).toEqual([
      'invoice inv_1 is now version 2, not 1.',
      'the agreement now gives 1,100.00 USD.',
    ]);
  });
  it('nothing while nothing moved', async () => {
    const action = await actionOf();
    const now = await creditReads(portsOf({})).situation(action, forWhom);
    if (now.outcome !== 'read') throw new Error(now.outcome);
    expect(creditReads(portsOf({})).differences(action, now.records)).toEqual([]);
  });
});

describe('what counts of a case', () => {
  const usd = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
  const held = [
    { proposalId: 'other', money: usd(60_000) },
    { proposalId: 'shown', money: usd(10_000) },
  ];
  const factsWith = async (holds: readonly Hold[], currency = 'USD') => {
    const credits = [{ operationId: 'shown', ...usd(10_000), currency }];
    const reads = creditReads(portsOf({ credits }));
    const action = await actionOf();
    const now = await reads.situation(action, forWhom);
    if (now.outcome !== 'read') throw new Error(now.outcome);
    const judging = {
      holds: new Map([['credit:case:118', holds]]),
      limits: {},
      askedAt: '2026-11-30T00:00:00Z',
    };
    return reads.policySubject(action, now.records, judging).facts;
  };

  it('is what billing shows and what others hold beside it, each once', async () => {
    expect(await factsWith(held)).toMatchObject({ earlierMinor: 70_000, dueMinor: 120_000 });
  });

  it('is unknown where one of them is not in the currency of the invoice', async () => {
    const euros = { proposalId: 'third', money: { amountMinor: 1, currency: 'EUR' } };
    expect(await factsWith([...held, euros])).toMatchObject({ earlierMinor: 'unknown' });
    expect(await factsWith(held, 'EUR')).toMatchObject({ earlierMinor: 'unknown' });
  });
});
