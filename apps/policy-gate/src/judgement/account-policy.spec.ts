import { resolve } from 'node:path';
import { capabilities } from '@countersign/capabilities';
import { loadPolicySet, type PolicyRequest, policyEngine } from '@countersign/policy';
import { describe, expect, it } from '@jest/globals';

const folder = resolve(import.meta.dirname, '../../../../policies');
const engine = policyEngine(await loadPolicySet(folder, capabilities.all));

const closure: PolicyRequest = {
  ...{ tenant: 'fjordlight', onBehalfOf: 'ada', action: 'account.close' },
  principal: { kind: 'specialist', id: 'refund-specialist', roles: [] },
  resource: {
    ...{ type: 'Account', id: 'acct_7719', customerId: 'ada', tenant: 'fjordlight' },
    attributes: { currency: 'none' },
  },
  facts: { accountOpen: true },
};
const known = { capturedMinor: 24_000, refundedMinor: 0, heldMinor: 0, earlierMinor: 0 };
const refund: PolicyRequest = {
  ...closure,
  ...{ action: 'duplicate-charge.refund', amountMinor: 24_000, currency: 'USD' },
  resource: { ...closure.resource, attributes: { currency: 'USD' } },
  facts: { isDuplicate: true, firstStands: true, disputed: false, ...known },
};
const told = (asked: PolicyRequest) => engine.decide(asked).reasons.map(({ policyId }) => policyId);
const both = [{ basis: 'consent' }, { basis: 'approval', role: 'support_manager' }];

describe('S30: what the rules say to an account', () => {
  it.each([refund, closure])('$action asks the customer and a manager', (asked) => {
    expect(engine.decide(asked)).toMatchObject({ verdict: 'requirements', requirements: both });
  });

  it('a small double charge asks the customer alone, unless more was asked for before on the charge', () => {
    const small = { ...refund, amountMinor: 2_000 };
    expect(engine.decide(small).requirements).toMatchObject([{ basis: 'consent' }]);
    const after = { ...small, facts: { ...small.facts, earlierMinor: 21_000 } };
    expect(engine.decide(after).requirements).toMatchObject(both);
  });

  it('a large one, or one in a currency without a limit, asks two managers, as any large refund does', () => {
    const known = { ...refund.facts, capturedMinor: 900_000 };
    const ask = (amountMinor: number, currency = 'USD') => {
      const resource = { ...refund.resource, attributes: { currency } };
      return engine.decide({ ...refund, amountMinor, currency, resource, facts: known }).requirements.length;
    };
    expect([ask(220_000), ask(220_001), ask(100, 'SEK')]).toEqual([2, 3, 3]);
  });

  it.each<[string, PolicyRequest, Partial<PolicyRequest>]>([
    ['account-not-the-owner', refund, { onBehalfOf: 'ben' }],
    ['account-not-the-owner', closure, { onBehalfOf: 'ben' }],
    ['account-other-tenant', closure, { resource: { ...closure.resource, tenant: 'otherco' } }],
    ['account-customer-asks-for-another', closure, { principal: { kind: 'customer', id: 'ben', roles: [] } }],
    ['account-staff-without-support-role', closure, { principal: { kind: 'staff', id: 'sam', roles: [] } }],
    ['account-agent-not-admitted', closure, { principal: { kind: 'agent', id: 'bot', roles: ['agent'] } }],
    ['closure-account-not-open', closure, { facts: { accountOpen: false } }],
    ['closure-account-not-open', closure, { facts: { accountOpen: 'unknown' } }],
    ['duplicate-not-in-the-records', refund, { facts: { ...refund.facts, isDuplicate: false } }],
    ['duplicate-not-in-the-records', refund, { facts: { ...refund.facts, isDuplicate: 'unknown' } }],
    ['duplicate-first-not-standing', refund, { facts: { ...refund.facts, firstStands: false } }],
    ['duplicate-first-not-standing', refund, { facts: { ...refund.facts, firstStands: 'unknown' } }],
    ['duplicate-disputed', refund, { facts: { ...refund.facts, disputed: 'unknown' } }],
    ['duplicate-ledger-unknown', refund, { facts: { ...refund.facts, heldMinor: 'unknown' } }],
    ['duplicate-over-refundable', refund, { facts: { ...refund.facts, heldMinor: 1 } }],
    ['duplicate-over-refundable', refund, { facts: { ...refund.facts, refundedMinor: 1 } }],
    ['duplicate-other-currency', refund, { currency: 'EUR' }],
    ['duplicate-amount-not-positive', refund, { amountMinor: 0 }],
  ])('%s', (id, asked, change) => {
    const denied = { ...asked, ...change };
    expect(engine.decide(denied).verdict).toBe('deny');
    expect(told(denied)).toEqual([id]);
    expect(told(asked)).not.toContain(id);
  });
});
