import { describe, expect, it } from '@jest/globals';
import { Stripe } from 'stripe';
import { readPaymentsWebhook } from './webhook.js';

const secret = 'whsec_of_this_test';
const NOW = Date.parse('2026-12-01T12:00:00Z');
const refund = {
  ...{ object: 'refund', id: 're_1', charge: 'ch_1', amount: 4200, currency: 'eur', status: 'failed' },
  ...{ failure_reason: 'expired_or_canceled_card', metadata: { operation_id: 'op-1' } },
};
const dispute = { object: 'dispute', id: 'du_1', charge: 'ch_1', reason: 'fraudulent', status: 'won' };

const eventOf = (type: string, object: object, more: object = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1_796_000_000, data: { object }, ...more });

function read(payload: string, over: { signature?: string; signedAt?: number; secrets?: string[] } = {}) {
  const timestamp = Math.floor((over.signedAt ?? NOW) / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return readPaymentsWebhook(
    { body: Buffer.from(payload), signature: over.signature ?? signature },
    { secrets: over.secrets ?? [secret], now: () => NOW },
  );
}

describe('what the provider says by itself', () => {
  it.each([
    ['refund.failed', refund, { says: 'effect_failed', reference: 're_1', code: 'expired_or_canceled_card' }],
    [
      'refund.updated',
      { ...refund, status: 'succeeded', failure_reason: null },
      { says: 'effect_succeeded', code: 'succeeded' },
    ],
    [
      'refund.updated',
      { ...refund, status: 'canceled', failure_reason: null },
      { says: 'effect_failed', code: 'canceled' },
    ],
    ['charge.refund.updated', refund, { says: 'effect_failed', operationId: 'op-1' }],
    ['charge.dispute.created', dispute, { says: 'target_disputed', reference: 'du_1', code: 'fraudulent' }],
    ['charge.dispute.closed', dispute, { says: 'dispute_closed', code: 'won' }],
  ])('%s is read as a report', (type, object, report) => {
    expect(read(eventOf(type, object))).toMatchObject({
      outcome: 'reported',
      report: { reportId: 'evt_1', target: 'ch_1', saidAt: '2026-11-30T00:53:20.000Z', ...report },
    });
  });
  it('has no operation where the provider knows none', () => {
    const elsewhere = read(eventOf('refund.failed', { ...refund, metadata: {} }));
    expect(elsewhere.outcome === 'reported' && 'operationId' in elsewhere.report).toBe(false);
    expect(read(eventOf('charge.dispute.created', dispute))).not.toHaveProperty('report.operationId');
  });
  it.each([
    ['refund.updated', { ...refund, status: 'pending' }],
    ['refund.created', refund],
    ['charge.succeeded', { id: 'ch_1' }],
    ['charge.dispute.updated', dispute],
  ])('%s passes by where it says nothing that is followed', (type, object) => {
    expect(read(eventOf(type, object))).toEqual({ outcome: 'passed_by', type });
  });
});

describe('is refused', () => {
  const payload = eventOf('refund.failed', refund);
  it.each([
    ['signature_missing', { signature: '' }],
    ['signature_invalid', { signature: 'nonsense' }],
    ['signature_invalid', { signature: `t=${NOW / 1000},v1=${'0'.repeat(64)}` }],
    ['signature_invalid', { secrets: ['whsec_of_somebody_else'] }],
    ['signature_invalid', { secrets: [] }],
    ['signature_invalid', { signedAt: NOW - 301_000 }],
  ])('%s: %j', (code, over) => {
    expect(read(payload, over)).toEqual({ outcome: 'refused', code });
  });
  it('when a single byte differs from what was signed', () => {
    const timestamp = NOW / 1000;
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    expect(read(`${payload} `, { signature })).toEqual({ outcome: 'refused', code: 'signature_invalid' });
  });
  it.each([
    ['no JSON', 'hello'],
    ['no event', '{}'],
    ['a list', '[]'],
    ['a refund without a charge', eventOf('refund.failed', { ...refund, charge: null })],
    ['a refund without a status', eventOf('refund.failed', { ...refund, status: 7 })],
    ['a dispute of nothing', eventOf('charge.dispute.created', { ...dispute, charge: '' })],
    ['no time', eventOf('refund.failed', refund, { created: 'yesterday' })],
  ])('when what was signed is %s', (_what, signed) => {
    expect(read(signed)).toEqual({ outcome: 'refused', code: 'body_invalid' });
  });
});

it('is taken under an old secret as long as that one is good', () => {
  expect(read(eventOf('refund.failed', refund), { secrets: ['whsec_the_new_one', secret] })).toMatchObject({
    outcome: 'reported',
  });
});
