import type { OrderRecord } from '@countersign/connectors/orders/read';
import type { ChargeRecord, RefundRecord } from '@countersign/connectors/payments/read';
import type { Action, Evidence, Money } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { refundPolicySubject } from './refund-policy-subject.js';
import { capacityKey } from './refunds.js';

const at = '2026-11-29T12:00:00Z';
const order = { id: '4821', status: 'delivered', deliveredAt: at } as unknown as OrderRecord;
const charge: ChargeRecord = {
  ...{ chargeId: 'ch_1', capturedMinor: 4_200, refundedMinor: 0, currency: 'EUR' },
  ...{ disputed: false, refunds: [], refundsComplete: true },
};

interface Beside {
  readonly evidence?: readonly Evidence[];
  readonly refunds?: ChargeRecord['refunds'];
  readonly held?: Money;
}

function factsOf({ evidence = [], refunds = [], held }: Beside) {
  const action: Action = {
    kind: 'refund.create',
    target: { type: 'charge', id: 'ch_1' },
    arguments: { orderId: '4821', lines: [], reason: 'late' },
    money: { amountMinor: 4_200, currency: 'EUR' },
    evidence,
    resourceVersions: [],
  };
  const judging = {
    holds: new Map(held === undefined ? [] : [[capacityKey('ch_1'), [{ proposalId: 'other', money: held }]]]),
    limits: { windowDays: 30, windowZone: 'Europe/Berlin' },
    askedAt: at,
  };
  return refundPolicySubject(action, { order, charge: { ...charge, refunds } }, judging).facts;
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
    expect(factsOf({ evidence: [{ ...said, value, basis: 'stated' }] })).toMatchObject({ unopened });
  });

  it.each(['record', 'policy'] as const)('does not stand in a %s, whatever the draft calls it', (basis) => {
    expect(factsOf({ evidence: [{ ...said, value: 'yes', basis }] })).toMatchObject({
      unopened: 'unknown',
      unopenedBasis: 'none',
    });
  });
});

describe('what is left of a charge', () => {
  const elsewhere: RefundRecord = {
    ...{ refundId: 're_1', chargeId: 'ch_1', amountMinor: 700, currency: 'EUR', createdAt: at },
    ...{ status: 'succeeded', settled: 'settled' },
  };

  it('is counted in the currency of the charge', () => {
    const held = { amountMinor: 1_200, currency: 'EUR' };
    expect(factsOf({ held, refunds: [elsewhere] })).toMatchObject({
      ...{ heldMinor: 1_200, earlierMinor: 1_200, refundedElsewhereMinor: 700 },
    });
  });

  it('is unknown where another proposal holds another currency, and what was asked for before too', () => {
    expect(factsOf({ held: { amountMinor: 1_200, currency: 'USD' } })).toMatchObject({
      ...{ heldMinor: 'unknown', earlierMinor: 'unknown', refundedElsewhereMinor: 0 },
    });
  });

  it('is unknown where the ledger shows a refund in another currency', () => {
    expect(factsOf({ refunds: [{ ...elsewhere, currency: 'USD' }] })).toMatchObject({
      ...{ heldMinor: 0, refundedElsewhereMinor: 'unknown' },
    });
  });
});
