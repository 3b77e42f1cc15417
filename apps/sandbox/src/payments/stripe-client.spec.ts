import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import { DEFAULT_KEYS } from '../sandbox.js';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { sandboxUnderTest } from '../testing/sandbox-under-test.js';

let world: SandboxUnderTest;
let stripe: Stripe;
beforeEach(async () => {
  world = await sandboxUnderTest();
  stripe = clientWith(DEFAULT_KEYS.payments);
});
afterEach(() => world.stop());

function clientWith(key: string): Stripe {
  const { hostname, port } = new URL(world.url('payments'));
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
}

const REFUND = { charge: 'ch_4821', amount: 4200, metadata: { operation_id: 'op-1', order: '4821' } };

describe('the official client', () => {
  test('reads with the restricted key and cannot refund with it', async () => {
    const reader = clientWith(DEFAULT_KEYS.paymentsRead);
    expect(await reader.charges.retrieve('ch_4821')).toMatchObject({ amount: 7900 });
    await expect(reader.refunds.create(REFUND, { idempotencyKey: 'op-1' })).rejects.toMatchObject({
      statusCode: 401,
    });
    expect((await stripe.refunds.list({ charge: 'ch_4821' })).data).toHaveLength(0);
  });

  test('reads a charge, refunds it, and finds the refund again by operation id', async () => {
    const charge = await stripe.charges.retrieve('ch_4821');
    expect(charge).toMatchObject({ amount: 7900, currency: 'eur', disputed: false });
    const refund = await stripe.refunds.create(REFUND, { idempotencyKey: 'op-1' });
    expect(refund).toMatchObject({ status: 'succeeded', metadata: REFUND.metadata });
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, amount: 4200 });
    const found = await stripe.refunds.list({ charge: 'ch_4821', limit: 100 });
    expect(found.data.filter((each) => each.metadata?.operation_id === 'op-1')).toHaveLength(1);
  });

  test('pages through every refund by itself', async () => {
    for (let amount = 1; amount <= 5; amount += 1) await stripe.refunds.create({ charge: 'ch_4825', amount });
    const amounts: number[] = [];
    for await (const refund of stripe.refunds.list({ charge: 'ch_4825', limit: 2 }))
      amounts.push(refund.amount);
    expect(amounts).toEqual([5, 4, 3, 2, 1]);
  });

  test('repeats a request with the same bytes, and the repeat is a replay (C14)', async () => {
    const first = await stripe.refunds.create(REFUND, { idempotencyKey: 'op-1' });
    const again = await stripe.refunds.create(REFUND, { idempotencyKey: 'op-1' });
    expect(again.id).toBe(first.id);
    const [one, two] = (await world.ledger()).calls;
    expect([two?.body, two?.key]).toEqual([one?.body, 'op-1']);
    expect(one?.body).toContain('charge=ch_4821');
  });

  test('tries once more by itself after a cut connection, even with retries off, under the same key', async () => {
    await world.admin('POST', '/payments/faults', {
      route: 'POST /v1/refunds',
      kind: 'response_lost',
      times: 1,
    });
    await stripe.refunds.create(REFUND, { idempotencyKey: 'op-1' });
    const { effects, calls } = await world.ledger();
    expect(effects).toHaveLength(1);
    expect(calls.map((call) => [call.key, call.answered])).toEqual([
      ['op-1', false],
      ['op-1', true],
    ]);
  });

  test.each([
    [
      'StripeInvalidRequestError',
      'amount_too_large',
      () => stripe.refunds.create({ ...REFUND, amount: 7901 }),
    ],
    ['StripeInvalidRequestError', 'resource_missing', () => stripe.charges.retrieve('ch_none')],
    [
      'StripeAuthenticationError',
      'unauthenticated',
      () => clientWith('sk_test_wrong').charges.retrieve('ch_4821'),
    ],
  ])('recognises a %s with the code %s', async (type, code, call) => {
    await expect(call()).rejects.toMatchObject({ type, code });
  });

  test('recognises a key used with other parameters', async () => {
    await stripe.refunds.create(REFUND, { idempotencyKey: 'op-1' });
    const other = stripe.refunds.create({ ...REFUND, amount: 1 }, { idempotencyKey: 'op-1' });
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('recognises a rate limit and how long to wait', async () => {
    const fault = { route: 'POST /v1/refunds', kind: 'status_429', times: 1, retryAfterSeconds: 7 };
    await world.admin('POST', '/payments/faults', fault);
    const limited = stripe.refunds.create(REFUND);
    await expect(limited).rejects.toMatchObject({
      type: 'StripeRateLimitError',
      headers: { 'retry-after': '7' },
    });
  });
});
