import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { at, sandboxUnderTest } from '../testing/sandbox-under-test.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

const refunded = async (charge: string) =>
  at((await world.payments(`/v1/charges/${charge}`)).body, 'amount_refunded');

describe('a refund', () => {
  test('gives back what was asked and says so on the charge and in the ledger', async () => {
    const answer = await world.refund({
      charge: 'ch_4821',
      amount: '7900',
      'metadata[operation_id]': 'op-1',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      object: 'refund',
      amount: 7900,
      currency: 'eur',
      status: 'succeeded',
    });
    expect(await refunded('ch_4821')).toBe(7900);
    const { effects } = await world.ledger();
    const effect = {
      charge: 'ch_4821',
      amountMinor: 7900,
      currency: 'EUR',
      operationId: 'op-1',
      answered: true,
    };
    expect(effects).toMatchObject([{ ...effect, effect: at(answer.body, 'id') }]);
  });

  test('without an amount gives back all that is left', async () => {
    await world.refund({ charge: 'ch_4821', amount: '3700' });
    expect((await world.refund({ charge: 'ch_4821' })).body).toMatchObject({ amount: 4200 });
  });

  test('is counted in minor units whatever the currency has (C16, C17, S15)', async () => {
    expect((await world.refund({ charge: 'ch_4823', amount: '9899' })).body).toMatchObject({
      currency: 'jpy',
    });
    expect((await world.refund({ charge: 'ch_4824', amount: '35200' })).body).toMatchObject({
      currency: 'bhd',
    });
    expect([await refunded('ch_4823'), await refunded('ch_4824')]).toEqual([9899, 35200]);
  });

  test('leaves an exact remainder of zero after two parts (C18)', async () => {
    await world.admin('POST', '/payments/charges', { id: 'ch_c18', amountMinor: 1000, currency: 'EUR' });
    await world.refund({ charge: 'ch_c18', amount: '601' });
    expect((await world.refund({ charge: 'ch_c18', amount: '399' })).status).toBe(200);
    expect((await world.payments('/v1/charges/ch_c18')).body).toMatchObject({ refunded: true });
  });

  test.each([
    [{ charge: 'ch_4823', amount: '98.99' }, 400, 'parameter_invalid_integer'],
    [{ charge: 'ch_4821', amount: '-1' }, 400, 'parameter_invalid_integer'],
    [{ charge: 'ch_4821', amount: '0' }, 400, 'parameter_invalid_integer'],
    [{ charge: 'ch_4821', amount: '1e3' }, 400, 'parameter_invalid_integer'],
    [{ charge: 'ch_4821', amount: '7901' }, 400, 'amount_too_large'],
    [{ charge: 'ch_4821', currency: 'usd' }, 400, 'currency_mismatch'],
    [{ charge: 'ch_none' }, 404, 'resource_missing'],
    [{ charge: '' }, 400, 'parameter_missing'],
    [{ charge: 'ch_4821', tip: '1' }, 400, 'parameter_unknown'],
    [{ charge: 'ch_4821', reason: 'because' }, 400, 'parameter_invalid_string'],
  ])('of %j is refused with %i %s and moves nothing', async (form, status, code) => {
    const answer = await world.refund({ ...form });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', code } });
    expect((await world.ledger()).effects).toEqual([]);
  });

  test('without the key is refused with 401', async () => {
    const answer = await world.ask('payments', '/v1/refunds', { method: 'POST', body: 'charge=ch_4821' });
    expect(answer.status).toBe(401);
    expect((await world.ledger()).effects).toEqual([]);
  });

  test('of a disputed charge is refused (C23)', async () => {
    await world.admin('PATCH', '/payments/charges/ch_4821', { disputed: true });
    expect((await world.refund({ charge: 'ch_4821' })).body).toMatchObject({
      error: { code: 'charge_disputed' },
    });
    expect(await refunded('ch_4821')).toBe(0);
  });

  test('is refused when another channel was first, and that effect has no operation id (S06)', async () => {
    await world.admin('POST', '/payments/charges/ch_4821/refunds', {});
    const answer = await world.refund({ charge: 'ch_4821' });
    expect(answer.body).toMatchObject({ error: { code: 'charge_already_refunded' } });
    expect((await world.ledger()).effects).toMatchObject([
      { operationId: null, channel: 'other', callId: null },
    ]);
  });

  test('that the bank fails days later gives its amount back, once (C21)', async () => {
    await world.admin('PATCH', '/payments/charges/ch_4821', { refundStatus: 'pending' });
    const { body } = await world.refund({ charge: 'ch_4821' });
    expect(body).toMatchObject({ status: 'pending' });
    const path = `/payments/refunds/${String(at(body, 'id'))}`;
    for (const status of ['failed', 'failed', 'succeeded']) await world.admin('PATCH', path, { status });
    const later = await world.payments(`/v1/refunds/${String(at(body, 'id'))}`);
    expect(later.body).toMatchObject({ status: 'failed', failure_reason: 'declined' });
    expect(await refunded('ch_4821')).toBe(0);
  });
});

describe('many refunds at once', () => {
  test('never give back more than was captured (C07)', async () => {
    await world.admin('POST', '/payments/charges', { id: 'ch_c07', amountMinor: 10_000, currency: 'EUR' });
    const amounts = Array.from({ length: 60 }, (_, index) => String(100 + ((index * 37) % 600)));
    const answers = await Promise.all(
      amounts.map((amount, index) => world.refund({ charge: 'ch_c07', amount }, `key-${index}`)),
    );
    const given = answers.filter((answer) => answer.status === 200);
    const total = given.reduce((sum, { body }) => sum + Number(at(body, 'amount')), 0);
    expect(total).toBeLessThanOrEqual(10_000);
    expect(given.length).toBeLessThan(amounts.length);
    expect(await refunded('ch_c07')).toBe(total);
    const { effects } = await world.ledger();
    expect(effects.reduce((sum, effect) => sum + effect.amountMinor, 0)).toBe(total);
  });

  test('of 60.00 each on 100.00 leave one winner', async () => {
    await world.admin('POST', '/payments/charges', { id: 'ch_two', amountMinor: 10_000, currency: 'EUR' });
    const both = await Promise.all([1, 2].map(() => world.refund({ charge: 'ch_two', amount: '6000' })));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });
});

describe('the list of refunds', () => {
  test('is newest first, by charge, in pages', async () => {
    for (const amount of ['1', '2', '3']) await world.refund({ charge: 'ch_4825', amount });
    await world.refund({ charge: 'ch_4826', amount: '9' });
    const first = await world.payments('/v1/refunds?charge=ch_4825&limit=2');
    expect(first.body).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ amount: 3 }, { amount: 2 }],
    });
    const rest = `/v1/refunds?charge=ch_4825&limit=2&starting_after=${String(at(first.body, 'data.1.id'))}`;
    expect((await world.payments(rest)).body).toMatchObject({ has_more: false, data: [{ amount: 1 }] });
  });

  test('of an unknown charge is an error and not an empty list', async () => {
    expect((await world.payments('/v1/refunds?charge=ch_none')).status).toBe(404);
    expect((await world.payments('/v1/refunds?limit=0')).status).toBe(400);
  });
});
