import { operationIdOf, proposalId } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { createPaymentsWriter, KEY_LIFE_MS, type RefundOrder } from './write.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const order: RefundOrder = {
  operationId: operationIdOf(proposalId('op-1')),
  chargeId: 'ch_1',
  amountMinor: 4200,
  currency: 'EUR',
  reason: 'requested_by_customer',
};
const refund = {
  ...{
    object: 'refund',
    id: 're_1',
    charge: 'ch_1',
    amount: 4200,
    currency: 'eur',
    created: 1,
    status: 'succeeded',
  },
  metadata: { operation_id: 'op-1', currency: 'EUR' },
};

/** A provider that answers each request with the next of the given answers, and keeps what was sent. */
function provider(...answers: (() => Response | Promise<Response>)[]) {
  const sent: { url: string; body: string; headers: Headers }[] = [];
  const writer = createPaymentsWriter({
    baseUrl: 'http://payments.test:4813',
    key: 'sk_test_1',
    timeoutMs: 1_000,
    now: () => NOW,
    fetch: async (url, { body, headers }) => {
      sent.push({ url, body: String(body), headers: new Headers(headers) });
      return (answers.shift() ?? (() => Response.json(refund)))();
    },
  });
  return { writer, sent };
}

const fails = (cause: object) => () => Promise.reject(new TypeError('fetch failed', { cause }));
const system = (code: string, syscall: string) => Object.assign(new Error(code), { code, syscall });
const problem = (status: number, error: object) => () => Response.json({ error }, { status });

async function resultOf(answer: () => Response | Promise<Response>) {
  const { writer, sent } = provider(answer);
  const result = await writer.refund(order);
  expect(sent).toHaveLength(1);
  return result;
}

describe('what a broken connection says', () => {
  it.each([
    ['transient', 'unreachable', system('ECONNREFUSED', 'connect')],
    ['transient', 'unreachable', system('ENOTFOUND', 'getaddrinfo')],
    ['transient', 'unreachable', system('ETIMEDOUT', 'connect')],
    ['transient', 'unreachable', { code: 'UND_ERR_CONNECT_TIMEOUT' }],
    ['unknown', 'connection_lost', system('ECONNRESET', 'read')],
    ['unknown', 'connection_lost', system('EPIPE', 'write')],
    ['unknown', 'connection_lost', system('EHOSTUNREACH', 'read')],
    ['unknown', 'connection_lost', { code: 'UND_ERR_SOCKET' }],
    ['unknown', 'timeout', system('ETIMEDOUT', 'read')],
    ['unknown', 'timeout', { code: 'UND_ERR_HEADERS_TIMEOUT' }],
  ])('%s %s for %o', async (expected, code, cause) => {
    expect(await resultOf(fails(cause))).toEqual({ class: expected, code });
  });

  it.each(['ECONNRESET', 'EPIPE'])(
    'is not covered up by a second request of the SDK (%s on the error itself)',
    async (code) => {
      const { writer, sent } = provider(() => Promise.reject(system(code, 'write')));
      expect(await writer.refund(order)).toEqual({ class: 'unknown', code: 'connection_lost' });
      expect(sent).toHaveLength(1);
    },
  );

  it('is unknown when it breaks in the middle of a good answer', async () => {
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"object":"refund"')),
      pull: (controller) => controller.error(system('ECONNRESET', 'read')),
    });
    expect(await resultOf(() => new Response(half))).toEqual({ class: 'unknown', code: 'connection_lost' });
  });
});

describe('what an answer says', () => {
  it.each([
    ['unknown', 'already_in_progress', 409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
    ['unknown', 'already_in_progress', 409, { type: 'invalid_request_error', code: 'lock_timeout' }],
    ['rejected', 'idempotency_parameters_differ', 400, { type: 'idempotency_error' }],
    ['rejected', 'not_authorized', 401, { type: 'invalid_request_error' }],
    ['rejected', 'not_authorized', 403, { type: 'invalid_request_error', code: 'permission' }],
    ['rejected', 'charge_disputed', 400, { type: 'invalid_request_error', code: 'charge_disputed' }],
    ['rejected', 'insufficient_funds', 402, { type: 'card_error', code: 'insufficient_funds' }],
    ['rejected', 'request_refused', 400, { type: 'invalid_request_error' }],
    ['rejected', 'request_refused', 400, { type: 'invalid_request_error', code: 'No code, a sentence' }],
    ['transient', 'rate_limited', 429, { type: 'invalid_request_error', code: 'lock_timeout' }],
    ['transient', 'unavailable', 503, { type: 'api_error' }],
    ['unknown', 'server_error', 500, { type: 'api_error' }],
    ['unknown', 'server_error', 502, { type: 'api_error' }],
    ['unknown', 'wrong_body', 200, { type: 'api_error' }],
  ])('%s %s for %d %j', async (expected, code, status, error) => {
    expect(await resultOf(problem(status, error))).toMatchObject({ class: expected, code });
  });

  it.each([
    ['server_error', 503],
    ['server_error', 504],
    ['wrong_body', 404],
    ['wrong_body', 403],
    ['wrong_body', 307],
    ['wrong_body', 200],
  ])('unknown %s when a proxy speaks instead, with %d', async (code, status) => {
    expect(await resultOf(() => new Response('<html>', { status }))).toEqual({ class: 'unknown', code });
  });

  it.each([
    ['receipt_differs', { amount: 4201 }],
    ['receipt_differs', { currency: 'usd' }],
    ['receipt_differs', { charge: 'ch_2' }],
    ['receipt_differs', { metadata: { operation_id: 'op-2' } }],
    ['receipt_differs', { metadata: {} }],
    ['wrong_body', { amount: 42.5 }],
    ['wrong_body', { amount: '4200' }],
    ['wrong_body', { currency: 'xxx' }],
    ['wrong_body', { status: 'splendid' }],
    ['wrong_body', { object: 'charge' }],
    ['wrong_body', { id: '' }],
  ])('unknown %s when the confirmation has %j', async (code, change) => {
    expect(await resultOf(() => Response.json({ ...refund, ...change }))).toEqual({ class: 'unknown', code });
  });

  it('C22: a refund that is born failed or cancelled is no success', async () => {
    for (const status of ['failed', 'canceled']) {
      expect(await resultOf(() => Response.json({ ...refund, status }))).toMatchObject({
        class: 'rejected',
        code: `refund_${status}`,
      });
    }
  });

  it('keeps the target’s words readable and short', async () => {
    const message = `no\u0000\u202E${'x'.repeat(999)}`;
    const result = await resultOf(problem(400, { type: 'invalid_request_error', message }));
    expect(result).toMatchObject({ message: `no ${'x'.repeat(297)}` });
  });

  it('gives a date in Retry-After as milliseconds', async () => {
    const headers = { 'retry-after': 'Sun, 29 Nov 2026 12:00:30 GMT' };
    const answer = () => Response.json({ error: { type: 'api_error' } }, { status: 503, headers });
    expect(await resultOf(answer)).toEqual({ class: 'transient', code: 'unavailable', retryAfterMs: 30_000 });
  });
});

describe('what leaves', () => {
  it('is the order and nothing else, pinned to one version of the API', async () => {
    const { writer, sent } = provider();
    await writer.refund(order);
    expect(sent[0]?.url).toBe('http://payments.test:4813/v1/refunds');
    expect(sent[0]?.body).toBe(
      'charge=ch_1&amount=4200&reason=requested_by_customer&metadata[operation_id]=op-1&metadata[currency]=EUR',
    );
    expect(sent[0]?.headers.get('idempotency-key')).toBe('op-1');
    expect(sent[0]?.headers.get('stripe-version')).toBe('2026-10-28.endive');
    expect(sent[0]?.headers.get('x-stripe-client-telemetry')).toBeNull();
  });

  it.each([
    ['amount_malformed', { currency: 'JPY', amountMinor: 98.99 }],
    ['amount_not_positive', { amountMinor: 0 }],
    ['amount_not_positive', { amountMinor: -1 }],
    ['currency_unknown', { currency: 'eur' }],
    ['amount_too_large', { amountMinor: 2 ** 53 - 1 }],
    ['amount_not_payable', { currency: 'MGA', amountMinor: 150 }],
    ['charge_id_malformed', { chargeId: '../v1/payouts' }],
    ['operation_id_malformed', { operationId: operationIdOf(proposalId('')) }],
  ])('C16: is nothing when the order is %s', async (code, change) => {
    const { writer, sent } = provider();
    expect(await writer.refund({ ...order, ...change })).toMatchObject({ class: 'rejected', code });
    expect(sent).toEqual([]);
  });

  it.each([
    ['ISK', 500, 50_000],
    ['UGX', 500, 50_000],
    ['MGA', 500, 5],
    ['JPY', 500, 500],
    ['KWD', 1, 1],
  ])(
    'C16: is %s %d in the provider’s own unit, and comes back in ours',
    async (currency, amountMinor, wire) => {
      const metadata = { operation_id: 'op-1', currency };
      const { writer, sent } = provider(() =>
        Response.json({ ...refund, amount: wire, currency: currency.toLowerCase(), metadata }),
      );
      const result = await writer.refund({ ...order, amountMinor, currency });
      expect(result).toMatchObject({ class: 'succeeded', receipt: { amountMinor, currency } });
      expect(sent[0]?.body).toContain(`amount=${wire}&`);
    },
  );

  it('is nothing once the window for sending is over, which is surely not applied', async () => {
    const { writer, sent } = provider();
    for (const sendBefore of ['2026-11-29T12:00:00Z', 'soon']) {
      const result = await writer.refund({ ...order, sendBefore });
      expect(result).toEqual({ class: 'transient', code: 'send_window_over' });
    }
    expect(sent).toEqual([]);
    const inTime = await writer.refund({ ...order, sendBefore: '2026-11-29T12:00:00.001Z' });
    expect(inTime).toMatchObject({ class: 'succeeded' });
  });

  it('C15: is nothing once the key may be forgotten, and the outcome stays unknown', async () => {
    const { writer, sent } = provider();
    const at = (ms: number) => new Date(NOW - ms).toISOString();
    for (const firstSentAt of [at(25 * 3_600_000), at(KEY_LIFE_MS), 'some time ago']) {
      expect(await writer.refund({ ...order, firstSentAt })).toEqual({
        class: 'unknown',
        code: 'key_life_over',
      });
    }
    expect(sent).toEqual([]);
    expect(await writer.refund({ ...order, firstSentAt: at(KEY_LIFE_MS - 1) })).toMatchObject({
      class: 'succeeded',
    });
  });
});
