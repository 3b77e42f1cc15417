import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { at, sandboxUnderTest, until } from '../testing/sandbox-under-test.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

const REFUNDS = 'POST /v1/refunds';
const FORM = { charge: 'ch_4821', amount: '7900', 'metadata[operation_id]': 'op-1' };
const put = (fault: object, system = 'payments') => world.admin('POST', `/${system}/faults`, fault);
const lastCall = async () => (await world.ledger()).calls.at(-1);

describe('a fault on refunds', () => {
  test('request_lost: nothing is applied and nothing is answered (S08)', async () => {
    await put({ route: REFUNDS, kind: 'request_lost', times: 1 });
    await expect(world.refund(FORM, 'op-1')).rejects.toThrow();
    const { effects, calls } = await world.ledger();
    expect(effects).toEqual([]);
    expect(calls).toMatchObject([{ fault: 'request_lost', answered: false, status: null, effect: null }]);
    expect((await world.refund(FORM, 'op-1')).status).toBe(200);
  });

  test('response_lost: the effect is there and its answer is not; the same key replays it (S07)', async () => {
    await put({ route: REFUNDS, kind: 'response_lost', times: 1 });
    await expect(world.refund(FORM, 'op-1')).rejects.toThrow();
    const { effects } = await world.ledger();
    expect(effects).toMatchObject([{ operationId: 'op-1', fault: 'response_lost', answered: false }]);
    const again = await world.refund(FORM, 'op-1');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(at(again.body, 'id')).toBe(effects[0]?.effect);
  });

  test.each([
    ['status_429', 429, 'rate_limit'],
    ['status_503', 503, 'unavailable'],
    ['status_500', 500, undefined],
  ])('%s: %i, nothing applied, as often as asked and no more (S09)', async (kind, status, code) => {
    await put({ route: REFUNDS, kind, times: 2, retryAfterSeconds: 3 });
    for (let time = 0; time < 2; time += 1) {
      const answer = await world.refund(FORM, 'op-1');
      expect([answer.status, at(answer.body, 'error.code')]).toEqual([status, code]);
      expect(answer.headers.get('retry-after')).toBe(status === 500 ? null : '3');
    }
    expect((await world.ledger()).effects).toEqual([]);
    expect((await world.refund(FORM, 'op-1')).status).toBe(200);
  });

  test('status_500 with applied: the money has moved behind it', async () => {
    await put({ route: REFUNDS, kind: 'status_500', times: 1, applied: true });
    expect(await world.refund(FORM)).toMatchObject({ status: 500, text: '' });
    expect((await world.ledger()).effects).toHaveLength(1);
  });

  test('wrong_body: 200 with something that is no refund, though it was made', async () => {
    await put({ route: REFUNDS, kind: 'wrong_body', times: 1 });
    expect(await world.refund(FORM)).toMatchObject({ status: 200, body: undefined });
    expect((await world.ledger()).effects).toHaveLength(1);
  });

  test('delay: the refund is made late, even after its caller has given up', async () => {
    await put({ route: REFUNDS, kind: 'delay', delayMs: 1_500, times: 1 });
    const url = `${world.url('payments')}/v1/refunds`;
    const headers = { authorization: 'Bearer sk_test_sandbox_key' };
    const body = new URLSearchParams(FORM);
    const patience = new AbortController();
    const given = expect(
      fetch(url, { method: 'POST', headers, body, signal: patience.signal }),
    ).rejects.toThrow();
    // The caller gives up once its request has arrived: the fault has been used.
    await until(async () => {
      const { faults } = JSON.parse((await world.admin('GET', '/payments/faults')).text) as {
        faults: unknown[];
      };
      return faults.length === 0 ? true : undefined;
    });
    patience.abort();
    await given;
    expect((await world.ledger()).effects).toEqual([]);
    const effect = await until(async () => (await world.ledger()).effects[0]);
    expect(effect).toMatchObject({ operationId: 'op-1', answered: false });
  });

  test('down: connections are refused until the fault is taken away, on the same port', async () => {
    const before = world.url('payments');
    await put({ kind: 'down' });
    await expect(fetch(`${before}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    expect((await world.ask('orders', '/healthz')).status).toBe(200);
    expect((await world.ledger()).effects).toEqual([]);
    await world.admin('DELETE', '/payments/faults');
    expect((await fetch(`${before}/healthz`)).status).toBe(200);
  });
});

describe('faults', () => {
  test('hit their own route only, by template or by path', async () => {
    await put({ route: 'GET /v1/orders/4821', kind: 'status_500' }, 'orders');
    expect((await world.order('/v1/orders/4821')).status).toBe(500);
    expect((await world.order('/v1/orders/4822')).status).toBe(200);
    await put({ route: 'GET /v1/orders/:id', kind: 'status_503' }, 'orders');
    expect((await world.order('/v1/orders/4822')).status).toBe(503);
  });

  test('an order that cannot be read and an order that is not there look different (S13)', async () => {
    expect((await world.order('/v1/orders/1')).body).toMatchObject({ error: { code: 'order_not_found' } });
    await put({ route: '*', kind: 'status_500', times: 1 }, 'orders');
    expect(await world.order('/v1/orders/1')).toMatchObject({ status: 500, text: '' });
  });

  test('are listed with the times that are left, and taken away together', async () => {
    await put({ route: REFUNDS, kind: 'status_503', times: 3 });
    await world.refund(FORM);
    const listed = await world.admin('GET', '/payments/faults');
    expect(listed.body).toMatchObject({ faults: [{ kind: 'status_503', times: 2 }] });
    await world.admin('DELETE', '/payments/faults');
    expect((await world.refund(FORM)).status).toBe(200);
  });

  test.each([
    [{ route: '*', kind: 'sometimes' }],
    [{ kind: 'delay' }],
    [{ route: '*', kind: 'delay', delayMs: -1 }],
    [{ route: '*', kind: 'status_500', times: 0 }],
    [{ route: '*', kind: 'status_429', retryAfterSeconds: 'soon' }],
  ])('are refused when they make no sense: %j', async (fault) => {
    expect((await put(fault)).body).toMatchObject({ error: { code: 'invalid_fault' } });
  });

  test('are recorded with the call they hit, and the body is kept as it came', async () => {
    await put({ route: REFUNDS, kind: 'status_503', times: 1 });
    await world.refund(FORM, 'op-1');
    const body = new URLSearchParams(FORM).toString();
    expect(await lastCall()).toMatchObject({ fault: 'status_503', route: REFUNDS, status: 503, body });
  });
});
