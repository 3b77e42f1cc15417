import type { OrderRecord } from '@countersign/connectors/orders/read';
import type { ChargeRecord } from '@countersign/connectors/payments/read';
import type { Action, Evidence } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { refundPolicySubject } from './refund-policy-subject.js';

const at = '2026-11-29T12:00:00Z';
const order = { id: '4821', status: 'delivered', deliveredAt: at } as unknown as OrderRecord;
const charge: ChargeRecord = {
  ...{ chargeId: 'ch_1', capturedMinor: 4_200, refundedMinor: 0, currency: 'EUR' },
  ...{ disputed: false, refunds: [], refundsComplete: true },
};

function factsOf(...evidence: readonly Evidence[]) {
  const action: Action = {
    kind: 'refund.create',
    target: { type: 'charge', id: 'ch_1' },
    arguments: { orderId: '4821', lines: [], reason: 'late' },
    money: { amountMinor: 4_200, currency: 'EUR' },
    evidence,
    resourceVersions: [],
  };
  const judging = {
    holds: new Map(),
    limits: { windowDays: 30, windowZone: 'Europe/Berlin' },
    askedAt: at,
  };
  return refundPolicySubject(action, { order, charge }, judging).facts;
}

describe('whether the goods are unopened', () => {
  const said = { fact: 'unopened', source: 'message/m1', readAt: at } as const;

  it.each([
    ['yes', 'yes'],
    [true, 'yes'],
    ['no', 'no'],
    [false, 'no'],
    ['perhaps', 'unknown'],
  ])('is what the customer said: %p', (value, unopened) => {
    expect(factsOf({ ...said, value, basis: 'stated' })).toMatchObject({ unopened });
  });

  it.each(['record', 'policy'] as const)('does not stand in a %s, whatever the draft calls it', (basis) => {
    expect(factsOf({ ...said, value: 'yes', basis })).toMatchObject({
      unopened: 'unknown',
      unopenedBasis: 'none',
    });
  });
});
