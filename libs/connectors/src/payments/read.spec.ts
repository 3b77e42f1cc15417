import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { createPaymentsReader } from './read.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const charge = {
  ...{
    object: 'charge',
    id: 'ch_1',
    amount_captured: 7900,
    amount_refunded: 0,
    currency: 'eur',
    disputed: false,
  },
};
const sought = {
  operationId: operationIdOf(proposalId('op-1')),
  chargeId: 'ch_1',
  lastSentAt: '2026-11-29T11:00:00Z',
};

function refund(id: string, more: object = {}) {
  const about = {
    object: 'refund',
    id,
    charge: 'ch_1',
    amount: 100,
    currency: 'eur',
    created: 1,
    status: 'succeeded',
  };
  return { ...about, metadata: {}, ...more };
}

/** A provider with one charge whose listing and record the test writes. */
function provider(pages: (page: number) => object, record: object = charge) {
  let page = 0;
  const asked: string[] = [];
  const reader = createPaymentsReader({
    ...{
      baseUrl: 'http://payments.test',
      key: 'sk_test_1',
      timeoutMs: 1_000,
      now: () => NOW,
      random: () => 0,
      settleWindowMs: 60_000,
    },
    fetch: async (url) => {
      asked.push(url);
      if (url.includes('/v1/charges/')) return Response.json(record);
      page += 1;
      return Response.json({ object: 'list', data: [], has_more: false, ...pages(page) });
    },
  });
  return { reader, asked };
}

describe('absence is believed only of a whole listing', () => {
  it('that adds up to what the charge says was refunded', async () => {
    const { reader } = provider(() => ({ data: [refund('re_1')] }), { ...charge, amount_refunded: 100 });
    const finding = await reader.findRefund(sought);
    expect(finding).toMatchObject({
      outcome: 'absent',
      evidence: {
        complete: true,
        source: 'payments /v1/refunds',
        asked: 'refunds of charge ch_1 with operation_id op-1',
        readAt: '2026-11-29T12:00:00.000Z',
      },
    });
  });

  it('and not of one that lags behind the charge', async () => {
    const { reader } = provider(() => ({}), { ...charge, amount_refunded: 4200 });
    expect(await reader.findRefund(sought)).toEqual({ outcome: 'unknown', code: 'listing_incomplete' });
    expect(await reader.charge('ch_1')).toMatchObject({ value: { refundsComplete: false } });
  });

  it('and not of one that never ends, which is read for twenty pages and no more', async () => {
    const { reader, asked } = provider((page) => ({ data: [refund(`re_${page}`)], has_more: true }));
    expect(await reader.findRefund(sought)).toEqual({ outcome: 'unknown', code: 'listing_incomplete' });
    expect(asked.filter((url) => url.includes('/v1/refunds'))).toHaveLength(20);
    expect(asked[1]).toContain('starting_after=re_1');
  });

  it('and not of one that says there is more and shows nothing', async () => {
    const { reader } = provider(() => ({ has_more: true }));
    expect(await reader.findRefund(sought)).toEqual({ outcome: 'unknown', code: 'listing_incomplete' });
  });

  it.each([
    { data: 'none' },
    { object: 'search_result' },
    { has_more: 'no' },
    { data: [{ object: 'refund' }] },
  ])('and not of one with %j', async (change) => {
    const { reader } = provider(() => change);
    expect(await reader.findRefund(sought)).toEqual({ outcome: 'unknown', code: 'wrong_body' });
  });

  it('and not when the instant of sending cannot be read, or lies ahead of our clock', async () => {
    const { reader } = provider(() => ({}));
    expect(await reader.findRefund({ ...sought, lastSentAt: 'lately' })).toEqual({
      outcome: 'unknown',
      code: 'too_early',
    });
    const ahead = { ...sought, lastSentAt: '2026-11-29T12:00:05Z' };
    expect(await reader.findRefund(ahead)).toEqual({
      outcome: 'unknown',
      code: 'too_early',
      retryAfterMs: 65_000,
    });
  });
});

describe('presence is believed of any listing', () => {
  it('also an incomplete one, which says so', async () => {
    const mine = refund('re_1', { metadata: { operation_id: 'op-1' } });
    const { reader } = provider(() => ({ data: [mine] }), { ...charge, amount_refunded: 900 });
    expect(await reader.findRefund(sought)).toMatchObject({
      outcome: 'happened',
      evidence: { complete: false },
    });
  });

  it('and shows every refund of the operation, since two of them are a matter for a person', async () => {
    const mine = { metadata: { operation_id: 'op-1' } };
    const { reader } = provider(() => ({ data: [refund('re_2', mine), refund('re_1', mine)] }));
    const finding = await reader.findRefund(sought);
    expect(finding).toMatchObject({
      outcome: 'happened',
      refunds: [{ refundId: 're_2' }, { refundId: 're_1' }],
    });
  });
});

describe('a charge', () => {
  it.each([
    ['another charge', { id: 'ch_2' }],
    ['an amount that is not whole', { amount_captured: 79.5 }],
    ['no dispute flag', { disputed: null }],
    ['an unknown currency', { currency: 'zzz' }],
  ])('with %s is no answer', async (_, change) => {
    const { reader } = provider(() => ({}), { ...charge, ...change });
    expect(await reader.charge('ch_1')).toEqual({ outcome: 'no_answer', code: 'wrong_body' });
  });

  it('is never asked for under a name that is not one', async () => {
    const { reader, asked } = provider(() => ({}));
    expect(await reader.charge('../customers')).toEqual({ outcome: 'not_found' });
    expect(asked).toEqual([]);
  });
});
