import type { OrderRecord } from '@countersign/connectors/orders/read';
import type { ChargeRecord, PaymentsReader, RefundRecord } from '@countersign/connectors/payments/read';
import { type Action, operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { findRefundOutcome } from './find-refund-outcome.js';
import { refundPolicySubject } from './refund-policy-subject.js';
import { capacityKey } from './refunds.js';

const at = '2026-11-29T12:00:00Z';
const action: Action = {
  kind: 'refund.create',
  target: { type: 'charge', id: 'ch_1' },
  arguments: { orderId: '4821', lines: [], reason: 'late' },
  money: { amountMinor: 4_200, currency: 'EUR' },
  evidence: [],
  resourceVersions: [],
};
const refund = (over: Partial<RefundRecord> = {}): RefundRecord => ({
  ...{ refundId: 're_1', chargeId: 'ch_1', amountMinor: 4_200, currency: 'EUR', createdAt: at },
  ...{ status: 'failed', settled: 'no', operationId: 'op-1', ...over },
});

describe('given what payments holds for an operation', () => {
  const look = { source: 'payments', asked: 'refunds', readAt: at, complete: true, why: 'found' };
  const outcomeOf = async (...refunds: readonly RefundRecord[]) => {
    const findRefund = async () => ({ outcome: 'happened', refunds, evidence: look }) as const;
    const payments = { findRefund } as unknown as PaymentsReader;
    return findRefundOutcome(payments, {
      operationId: operationIdOf(proposalId('op-1')),
      action,
      lastSentAt: at,
    });
  };
  it('when the one refund of that amount failed, then it is undone, and the evidence says failed (C21)', async () => {
    expect(await outcomeOf(refund())).toMatchObject({
      outcome: 'undone',
      evidence: { found: [{ reference: 're_1', settled: 'failed' }] },
    });
  });
  it.each([
    ['it stands', [refund({ status: 'succeeded', settled: 'settled' })], 'happened'],
    ['it was accepted', [refund({ status: 'pending', settled: 'pending' })], 'happened'],
    ['one of another amount failed', [refund({ amountMinor: 100 })], 'contradicts'],
    ['one failed beside one that stands', [refund(), refund({ settled: 'settled' })], 'contradicts'],
  ])('when %s, then it is not undone', async (_what, refunds, outcome) => {
    expect(await outcomeOf(...refunds)).toMatchObject({ outcome });
  });
});

describe('given a hold whose operation the ledger shows', () => {
  const order = { id: '4821', status: 'delivered', deliveredAt: at } as unknown as OrderRecord;
  const heldWith = (...refunds: readonly RefundRecord[]) => {
    const charge: ChargeRecord = {
      ...{ chargeId: 'ch_1', capturedMinor: 4_200, refundedMinor: 0, currency: 'EUR' },
      ...{ disputed: false, refunds, refundsComplete: true },
    };
    const holds = new Map([
      [capacityKey('ch_1'), [{ proposalId: 'op-1', money: { amountMinor: 4_200, currency: 'EUR' } }]],
    ]);
    const judging = { holds, limits: { windowDays: 30, windowZone: 'Europe/Berlin' }, askedAt: at };
    return refundPolicySubject(action, { order, charge }, judging).facts['heldMinor'];
  };
  it('when it failed, then it holds nothing: its amount is back on the charge (C21)', () => {
    expect(heldWith(refund())).toBe(0);
  });
  it('when the ledger does not show it yet, then it holds its amount', () => {
    expect(heldWith(refund({ operationId: 'op-2' }))).toBe(4_200);
  });
});
