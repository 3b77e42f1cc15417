import { resolve } from 'node:path';
import { capabilities } from '@countersign/capabilities';
import { loadPolicySet, type PolicyRequest, policyEngine } from '@countersign/policy';
import { describe, expect, it } from '@jest/globals';

const folder = resolve(import.meta.dirname, '../../../../policies');
const engine = policyEngine(await loadPolicySet(folder, capabilities.all));

const cancel: PolicyRequest = {
  ...{ tenant: 'fjordlight', onBehalfOf: 'ada', action: 'appointment.cancel' },
  principal: { kind: 'specialist', id: 'refund-specialist', roles: [] },
  resource: {
    ...{ type: 'Appointment', id: 'bk_1', customerId: 'ada', tenant: 'fjordlight' },
    attributes: {},
  },
  facts: { standing: 'booked', minutesBefore: 5_000 },
};
const move: PolicyRequest = {
  ...{ ...cancel, action: 'appointment.reschedule' },
  facts: { ...cancel.facts, newTimeOnce: true },
};
const staff = { kind: 'staff', id: 'jonas', roles: ['support_agent'] } as const;
const restore: PolicyRequest = {
  ...{ ...cancel, action: 'appointment.restore', principal: staff, compensates: true },
  facts: { ...cancel.facts, standing: 'cancelled' },
};
const fee = { amountMinor: 2_500, currency: 'USD' };
const late = { ...cancel, ...fee, facts: { ...cancel.facts, minutesBefore: 1_439 } };
const asksFor = (asked: PolicyRequest) => engine.decide(asked).requirements.map(({ basis }) => basis);

describe('what the rules say to an appointment', () => {
  it.each([cancel, move, restore, late])('$action asks the customer', (asked) => {
    expect(asksFor(asked)).toEqual(['consent']);
  });

  it('shortly before it begins a manager is asked as well', () => {
    for (const asked of [cancel, move]) {
      expect(asksFor({ ...asked, facts: { ...asked.facts, minutesBefore: 120 } })).toEqual(['consent']);
      expect(asksFor({ ...asked, facts: { ...asked.facts, minutesBefore: 119 } })).toEqual([
        ...['consent', 'approval'],
      ]);
    }
  });

  it('so is one for a fee above the limit, or in a currency without one', () => {
    expect(asksFor({ ...late, amountMinor: 5_000 })).toEqual(['consent']);
    expect(asksFor({ ...late, amountMinor: 5_001 })).toEqual(['consent', 'approval']);
    expect(asksFor({ ...late, currency: 'SEK' })).toEqual(['consent', 'approval']);
  });

  it.each<[string, PolicyRequest, Partial<PolicyRequest>]>([
    ['appointment-not-the-owner', cancel, { onBehalfOf: 'ben' }],
    ['appointment-not-the-owner', move, { onBehalfOf: 'ben' }],
    ['appointment-not-the-owner', restore, { onBehalfOf: 'ben' }],
    ['appointment-other-tenant', move, { resource: { ...move.resource, tenant: 'otherco' } }],
    [
      'appointment-customer-asks-for-another',
      move,
      { principal: { kind: 'customer', id: 'ben', roles: [] } },
    ],
    ['appointment-staff-without-support-role', cancel, { principal: { ...staff, roles: [] } }],
    ['appointment-agent-not-admitted', cancel, { principal: { kind: 'agent', id: 'bot', roles: ['agent'] } }],
    ['appointment-not-booked', cancel, { facts: { ...cancel.facts, standing: 'cancelled' } }],
    ['appointment-not-booked', move, { facts: { ...move.facts, standing: 'unknown' } }],
    ['appointment-begun-or-unknown', cancel, { facts: { ...cancel.facts, minutesBefore: 0 } }],
    ['appointment-begun-or-unknown', move, { facts: { ...move.facts, minutesBefore: 'unknown' } }],
    ['appointment-new-time-not-one', move, { facts: { ...move.facts, newTimeOnce: false } }],
    ['appointment-new-time-not-one', move, { facts: { ...move.facts, newTimeOnce: 'unknown' } }],
    ['appointment-fee-not-positive', late, { amountMinor: 0 }],
    ['appointment-fee-although-early', late, { facts: { ...late.facts, minutesBefore: 1_440 } }],
    ['restoration-not-by-staff', restore, { principal: cancel.principal }],
    ['restoration-of-nothing', restore, { compensates: false }],
    ['restoration-not-cancelled', restore, { facts: { ...restore.facts, standing: 'booked' } }],
  ])('%s', (id, asked, change) => {
    const denied = { ...asked, ...change };
    expect(engine.decide(denied).verdict).toBe('deny');
    expect(engine.decide(denied).reasons.map(({ policyId }) => policyId)).toEqual([id]);
    expect(engine.decide(asked).verdict).toBe('requirements');
  });
});
