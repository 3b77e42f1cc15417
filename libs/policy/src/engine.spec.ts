import { describe, expect, test } from '@jest/globals';
import { type PolicyRequest, policyEngine } from './policy.js';
import { type Change, repositoryPolicies, request } from './testing/policy-fixtures.js';

const engine = policyEngine(await repositoryPolicies());

const told = (change: Change) => engine.decide(request(change)).reasons.map((reason) => reason.policyId);
const consent = { slot: 'customer-consent', basis: 'consent', person: 'ada' };
const manager = { slot: 'support-manager', basis: 'approval', role: 'support_manager' };
const secondManager = { ...manager, slot: 'second-support-manager' };
const staff = (...roles: string[]) => ({ principal: { kind: 'staff' as const, id: 'jonas', roles } });

describe('a deny, in order of precedence, each with its neighbour that is not denied for it', () => {
  const table: readonly [id: string, denied: Change, notDenied: Change][] = [
    ['refund-other-tenant', { tenant: 'northwind' }, { tenant: 'fjordlight' }],
    ['refund-not-the-owner', { onBehalfOf: 'ben' }, { onBehalfOf: 'ada' }],
    [
      'refund-customer-asks-for-another',
      { principal: { kind: 'customer', id: 'ben', roles: ['customer'] } },
      { principal: { kind: 'customer', id: 'ada', roles: ['customer'] } },
    ],
    ['refund-staff-without-support-role', staff('operator', 'auditor'), staff('support_agent')],
    [
      'refund-agent-not-admitted',
      { principal: { kind: 'agent', id: 'helpdesk-bot', roles: [] } },
      { principal: { kind: 'agent', id: 'helpdesk-bot', roles: ['agent'] } },
    ],
    ['refund-amount-not-positive', { amountMinor: 0 }, { amountMinor: 1 }],
    ['refund-amount-not-positive', { amountMinor: -7900 }, { amountMinor: 1 }],
    ['refund-other-currency', { currency: 'USD' }, { currency: 'EUR' }],
    ['refund-ledger-unknown', { facts: { capturedMinor: 'unknown' } }, { facts: { capturedMinor: 7900 } }],
    ['refund-ledger-unknown', { facts: { refundedMinor: 'unknown' } }, { facts: { refundedMinor: 0 } }],
    ['refund-ledger-unknown', { facts: { heldMinor: 'unknown' } }, { facts: { heldMinor: 0 } }],
    ['refund-ledger-unknown', { facts: { earlierMinor: 'unknown' } }, { facts: { earlierMinor: 0 } }],
    ['refund-over-refundable', { amountMinor: 7901 }, { amountMinor: 7900 }],
    ['refund-over-refundable', { facts: { refundedMinor: 1 } }, { facts: { refundedMinor: 0 } }],
    ['refund-over-refundable', { facts: { heldMinor: 1 } }, { facts: { heldMinor: 0 } }],
    ['refund-not-delivered', { status: 'shipped' }, { status: 'delivered' }],
    ['refund-window-over', { facts: { insideWindow: false } }, { facts: { insideWindow: true } }],
    ['refund-window-unknown', { facts: { insideWindow: 'unknown' } }, { facts: { insideWindow: true } }],
    ['refund-product-opened', { facts: { unopened: 'no' } }, { facts: { unopened: 'yes' } }],
    ['refund-unopened-not-known', { facts: { unopened: 'unknown' } }, { facts: { unopened: 'yes' } }],
    [
      'refund-unopened-not-known',
      { facts: { unopenedBasis: 'none' } },
      { facts: { unopenedBasis: 'order_record' } },
    ],
    ['refund-charge-disputed', { facts: { disputed: true } }, { facts: { disputed: false } }],
    ['refund-dispute-unknown', { facts: { disputed: 'unknown' } }, { facts: { disputed: false } }],
  ];

  test.each(table)('%s', (id, denied, notDenied) => {
    const verdict = engine.decide(request(denied));
    expect(verdict.verdict).toBe('deny');
    expect(verdict.requirements).toEqual([]);
    expect(verdict.reasons.map((reason) => reason.policyId)).toEqual([id]);
    expect(verdict.reasons[0]?.customerText).toMatch(/\.$/);
    expect(engine.decide(request(notDenied)).verdict).not.toBe('deny');
  });

  test('every forbid of the repository is in the table', () => {
    const forbids = [...engine.policies.rules.values()].filter((rule) => rule.effect === 'forbid');
    expect(forbids.map((rule) => rule.id)).toEqual([...new Set(table.map(([id]) => id))]);
  });

  test('several reasons are told in the order of the file', () => {
    const change = { amountMinor: 8000, status: 'shipped', facts: { disputed: true } } as const;
    expect(told(change)).toEqual([
      'refund-over-refundable',
      'refund-not-delivered',
      'refund-charge-disputed',
    ]);
  });

  test('of an order that is not theirs nobody is told anything else', () => {
    expect(told({ onBehalfOf: 'ben', status: 'shipped', facts: { disputed: true } })).toEqual([
      'refund-not-the-owner',
    ]);
  });
});

describe('who has to say yes', () => {
  const large = { facts: { capturedMinor: 64_000 } };

  test.each([
    ['20.00 EUR', 2000, 'allow', []],
    ['20.01 EUR', 2001, 'requirements', [consent]],
    ['200.00 EUR', 20_000, 'requirements', [consent]],
    ['200.01 EUR', 20_001, 'requirements', [consent, manager]],
    ['640.00 EUR', 64_000, 'requirements', [consent, manager]],
  ])('%s', (_, amountMinor, verdict, requirements) => {
    expect(engine.decide(request({ ...large, amountMinor }))).toMatchObject({ verdict, requirements });
  });

  test('S02: 79.00 EUR takes the customer’s own consent, and says how long it is waited for', () => {
    expect(engine.decide(request())).toMatchObject({
      verdict: 'requirements',
      requirements: [consent],
      reasons: [{ policyId: 'refund-with-consent', section: 'Returns and refunds policy, 8.1' }],
      policySetHash: engine.policies.hash,
      policyVersion: engine.policies.version,
      approvalValidForMs: 14_400_000,
      remindAfterMs: 3_600_000,
    });
  });

  test('S24: one refund cut into small ones meets the limit of the whole', () => {
    const part = (earlierMinor: number) =>
      engine.decide(request({ ...large, amountMinor: 1999, facts: { capturedMinor: 64_000, earlierMinor } }));
    expect(part(0).verdict).toBe('allow');
    expect(part(1999).requirements).toEqual([consent]);
    expect(part(19_999).requirements).toEqual([consent, manager]);
  });

  test('without a count of its own, what is refunded and held on the charge counts as asked earlier', () => {
    const facts = { capturedMinor: 64_000, refundedMinor: 10_000, heldMinor: 10_000 };
    expect(engine.decide(request({ amountMinor: 1, facts })).requirements).toEqual([consent, manager]);
  });
});

describe('S15, C16: currencies are never compared with one another', () => {
  const paid = (currency: string, amountMinor: number) =>
    engine.decide(
      request({ currency, amountMinor, chargeCurrency: currency, facts: { capturedMinor: amountMinor } }),
    );

  test.each([
    ['JPY 3,000', 'JPY', 3000, []],
    ['JPY 9,899, a number that in EUR cents would be within the limit as well', 'JPY', 9899, [consent]],
    ['JPY 30,001', 'JPY', 30_001, [consent, manager]],
    ['BHD 35.200', 'BHD', 35_200, [consent]],
    ['BHD 80.001', 'BHD', 80_001, [consent, manager]],
    ['KWD 0.001, a currency without a limit', 'KWD', 1, [consent, manager, secondManager]],
    ['EUR 2,000.00', 'EUR', 200_000, [consent, manager]],
    ['EUR 2,000.01 (S28)', 'EUR', 200_001, [consent, manager, secondManager]],
    ['JPY 300,001 (S28)', 'JPY', 300_001, [consent, manager, secondManager]],
  ])('%s', (_, currency, amountMinor, requirements) => {
    expect(paid(currency, amountMinor).requirements).toEqual(requirements);
  });

  test('the refundable rest of a charge in JPY is no rest of one in EUR', () => {
    expect(told({ chargeCurrency: 'JPY', amountMinor: 100 })).toEqual(['refund-other-currency']);
  });

  test.each([98.99, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'an amount of %s is refused by its name',
    (amountMinor) => {
      const [reason] = engine.decide(request({ amountMinor })).reasons;
      expect(reason).toMatchObject({
        policyId: 'request_invalid',
        reason: expect.stringContaining('amountMinor'),
      });
    },
  );
});

describe('C05: what is refundable comes from the ledger, less what is held', () => {
  const ask = (
    capturedMinor: number,
    amountMinor: number,
    taken: { refundedMinor?: number; heldMinor?: number } = {},
  ) => engine.decide(request({ amountMinor, facts: { capturedMinor, ...taken } })).verdict;

  test('an order of 84.00 is refunded once', () => {
    expect(ask(8400, 8400)).toBe('requirements');
    expect(ask(8400, 8400, { refundedMinor: 8400 })).toBe('deny');
  });

  test('an order of 300.00 with 240.00 queued has 60.00 left', () => {
    expect(ask(30_000, 24_000)).toBe('requirements');
    expect(ask(30_000, 24_000, { heldMinor: 24_000 })).toBe('deny');
    expect(ask(30_000, 5000, { heldMinor: 24_000 })).toBe('requirements');
    expect(ask(30_000, 5000, { heldMinor: 29_000 })).toBe('deny');
  });

  test('C07: of two refunds of 60.00 on 100.00 the second, with the first held, is denied', () => {
    expect(ask(10_000, 6000)).toBe('requirements');
    expect(ask(10_000, 6000, { heldMinor: 6000 })).toBe('deny');
  });

  test('C18: the last remainder is exact', () => {
    expect(ask(14_505, 4505, { refundedMinor: 10_000 })).toBe('requirements');
    expect(ask(14_505, 4506, { refundedMinor: 10_000 })).toBe('deny');
    expect(ask(1000, 399, { refundedMinor: 601 })).toBe('allow');
  });
});

describe('what goes wrong on the way is a deny', () => {
  test('an amount the rules cannot add up', () => {
    const huge = Number.MAX_SAFE_INTEGER;
    const verdict = engine.decide(
      request({ amountMinor: huge, facts: { capturedMinor: huge, refundedMinor: huge, heldMinor: huge } }),
    );
    expect(verdict.verdict).toBe('deny');
  });

  test('a request that a broken record made', () => {
    const broken: PolicyRequest = JSON.parse(
      JSON.stringify({ ...request(), facts: { ...request().facts, unopened: null } }),
    );
    expect(engine.decide(broken)).toMatchObject({ verdict: 'deny', reasons: [{ policyId: 'policy_error' }] });
    const empty: PolicyRequest = JSON.parse('{}');
    expect(engine.decide(empty)).toMatchObject({ verdict: 'deny', reasons: [{ policyId: 'policy_error' }] });
  });

  test('an unknown action', () => {
    const other: PolicyRequest = JSON.parse(JSON.stringify({ ...request(), action: 'account.close' }));
    expect(engine.decide(other)).toMatchObject({
      verdict: 'deny',
      reasons: [{ policyId: 'request_invalid' }],
    });
  });
});
