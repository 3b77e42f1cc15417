import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import Stripe from 'stripe';
import type { SandboxUnderTest } from '../testing/sandbox-under-test.js';
import { at, sandboxUnderTest } from '../testing/sandbox-under-test.js';

const secret = 'whsec_of_a_test_alone';
const stripe = new Stripe('sk_test_x');

let world: SandboxUnderTest;
let heard: { body: string; signature: string }[];
let answers: number[];
const arrivals = new EventEmitter();
let server: Server;
let url: string;

beforeEach(async () => {
  world = await sandboxUnderTest({ now: Date.now });
  heard = [];
  answers = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      heard.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answers.shift() ?? 202).end();
      arrivals.emit('heard');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`;
});
afterEach(async () => {
  await world.stop();
  await new Promise((closed) => server.close(closed));
});

const point = (more: object = {}) => world.admin('PUT', '/payments/webhooks', { url, secret, ...more });
const events = async () => {
  const list = at((await world.admin('GET', '/payments/webhooks')).body, 'events');
  return Array.isArray(list)
    ? list.map((event) => ({ id: String(at(event, 'id')), type: at(event, 'type') }))
    : [];
};
const types = () => heard.map(({ body }) => at(JSON.parse(body), 'type'));

async function hearing(count: number): Promise<void> {
  while (heard.length < count) await once(arrivals, 'heard');
  expect(heard).toHaveLength(count);
}

async function refunded(): Promise<string> {
  await world.admin('PATCH', '/payments/charges/ch_4821', { refundStatus: 'pending' });
  return String(at((await world.refund({ charge: 'ch_4821', amount: '100' }, 'k')).body, 'id'));
}

test('the bank’s late word is told, signed so that the official client takes it', async () => {
  await point();
  const refund = await refunded();
  await world.admin('PATCH', `/payments/refunds/${refund}`, {
    status: 'failed',
    failureReason: 'lost_or_stolen_card',
  });
  await hearing(1);
  const [{ body, signature } = { body: '', signature: '' }] = heard;
  const event = stripe.webhooks.constructEvent(body, signature, secret);
  expect(event).toMatchObject({
    type: 'refund.failed',
    data: { object: { id: refund, status: 'failed', failure_reason: 'lost_or_stolen_card' } },
  });
  expect(() => stripe.webhooks.constructEvent(`${body} `, signature, secret)).toThrow(/signature/i);
});

test('a dispute is told when it is opened and when it is dropped, and not when nothing changed', async () => {
  await point();
  for (const disputed of [true, true, false]) {
    await world.admin('PATCH', '/payments/charges/ch_4821', { disputed });
  }
  await hearing(2);
  expect(types()).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
  expect(at(at(at(JSON.parse(heard[0]?.body ?? ''), 'data'), 'object'), 'charge')).toBe('ch_4821');
});

test('what is not answered with 2xx is told again', async () => {
  await point();
  answers = [503, 500];
  await world.admin('PATCH', '/payments/charges/ch_4821', { disputed: true });
  await hearing(3);
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
});

test('held, nothing is told until somebody says what, in which order and how often', async () => {
  await point({ hold: true });
  const refund = await refunded();
  await world.admin('PATCH', `/payments/refunds/${refund}`, {
    status: 'succeeded',
    at: '2026-11-29T12:00:00Z',
  });
  await world.admin('PATCH', `/payments/refunds/${refund}`, { status: 'failed', at: '2026-12-01T12:00:00Z' });
  const [succeeded, failed] = await events();
  expect([succeeded?.type, failed?.type, heard.length]).toEqual(['refund.updated', 'refund.failed', 0]);
  const order = [failed?.id, succeeded?.id, succeeded?.id];
  const sent = await world.admin('POST', '/payments/webhooks/deliveries', { events: order });
  expect(sent.status).toBe(200);
  expect(types()).toEqual(['refund.failed', 'refund.updated', 'refund.updated']);
  expect(heard.map(({ body }) => at(JSON.parse(body), 'created'))).toEqual([
    1796126400, 1795953600, 1795953600,
  ]);
});

test('points only where it can, and sends only what there is', async () => {
  expect((await world.admin('PUT', '/payments/webhooks', { url: 'nowhere', secret })).status).toBe(400);
  expect((await world.admin('PUT', '/payments/webhooks', { url, secret: '' })).status).toBe(400);
  expect((await world.admin('POST', '/payments/webhooks/deliveries', { events: ['evt_x'] })).status).toBe(
    400,
  );
});
