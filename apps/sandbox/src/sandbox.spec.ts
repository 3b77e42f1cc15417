import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { configFrom } from './config.js';
import { SERVER_NAMES, startSandbox } from './sandbox.js';
import type { SandboxUnderTest } from './testing/sandbox-under-test.js';
import { at, sandboxUnderTest, until } from './testing/sandbox-under-test.js';

let world: SandboxUnderTest;
beforeEach(async () => {
  world = await sandboxUnderTest();
});
afterEach(() => world.stop());

describe('a sandbox', () => {
  test('answers for its health on every port, and listens on loopback only', async () => {
    for (const name of SERVER_NAMES) {
      expect(new URL(world.url(name)).hostname).toBe('127.0.0.1');
      expect((await world.ask(name, '/healthz')).body).toEqual({ status: 'ok', system: name });
    }
  });

  test('does not start in part: a taken port is an error with a code, and frees the other ports', async () => {
    const taken = Number(new URL(world.url('payments')).port);
    const ports = { identity: 0, orders: 0, documents: 0, payments: taken, admin: 0 };
    const dataFolder = `${world.dataFolder}/other`;
    const failed = startSandbox({ dataFolder, ports });
    await expect(failed).rejects.toMatchObject({ code: 'port_taken', port: taken, server: 'payments' });
    const second = await startSandbox({ dataFolder, ports: { ...ports, payments: 0 } });
    await second.stop();
  });

  test('is as new after a reset: seeds, no calls, no effects, no faults, everything up', async () => {
    await world.refund({ charge: 'ch_4821' });
    await world.admin('PATCH', '/orders/4821', { status: 'cancelled' });
    await world.admin('PATCH', '/identity/people/fjordlight/maya', { roles: [] });
    await world.admin('POST', '/payments/faults', { kind: 'down' });
    expect((await world.admin('POST', '/reset')).status).toBe(200);
    expect(await world.ledger()).toEqual({ effects: [], calls: [] });
    expect((await world.order('/v1/orders/4821')).body).toMatchObject({ status: 'delivered', version: 1 });
    expect((await world.payments('/v1/charges/ch_4821')).body).toMatchObject({ amount_refunded: 0 });
    expect((await world.admin('GET', '/payments/faults')).body).toEqual({ faults: [] });
  });

  test('stops at once, whatever is still being delayed, and applies nothing after that', async () => {
    const own = await sandboxUnderTest();
    const delay = { route: 'POST /v1/refunds', kind: 'delay', delayMs: 3_600_000 };
    await own.admin('POST', '/payments/faults', delay);
    const cut = expect(own.refund({ charge: 'ch_4821' }, 'k')).rejects.toThrow();
    await until(async () => (await own.ledger()).calls.find((call) => call.fault === 'delay'));
    await own.restart();
    await cut;
    expect(await own.ledger()).toMatchObject({ effects: [], calls: [{ answered: false, status: null }] });
    await own.stop();
  });

  test.each(['*', '//', '/v1/orders/%ff', 'http://elsewhere.example/v1/orders/4821x'])(
    'survives a request for %s',
    async (path) => {
      const { port } = new URL(world.url('orders'));
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`OPTIONS ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(String((await socket.toArray())[0])).toMatch(/^HTTP\/1.1 404 /);
      expect((await world.ask('orders', '/healthz')).status).toBe(200);
    },
  );

  test('forgets what its folder holds when it is asked to start fresh', async () => {
    await world.refund({ charge: 'ch_4821' });
    await world.stop();
    const fresh = await startSandbox({ dataFolder: world.dataFolder, ports: {}, fresh: true });
    const ledger: unknown = await (await fetch(`${fresh.urls.admin}/payments/ledger`)).json();
    expect(ledger).toEqual({ effects: [], calls: [] });
    await fresh.stop();
  });
});

describe('the admin server', () => {
  test('does not answer web pages or names that merely resolve here', async () => {
    const fromPage = { method: 'POST', headers: { origin: 'http://evil.example' } };
    expect((await world.ask('admin', '/reset', fromPage)).status).toBe(403);
  });

  test('wants its key when it is told to, and then for everything but its health', async () => {
    const locked = await sandboxUnderTest({ adminKeyRequired: true });
    expect((await locked.admin('GET', '/payments/ledger')).status).toBe(401);
    expect((await locked.ask('admin', '/payments/ledger', { key: 'sandbox-admin-key' })).status).toBe(200);
    expect((await locked.ask('admin', '/healthz')).status).toBe(200);
    await locked.stop();
  });

  test('refuses a body that is not one JSON object', async () => {
    const answer = await world.ask('admin', '/payments/faults', { method: 'POST', body: '[1]' });
    expect([answer.status, at(answer.body, 'error.code')]).toEqual([400, 'invalid_json']);
  });

  test('says so when it has no such route', async () => {
    expect((await world.admin('GET', '/payments/nothing')).status).toBe(404);
  });
});

describe('the settings', () => {
  test('have defaults for everything, since nothing here is real', () => {
    expect(configFrom({})).toMatchObject({ ports: { payments: 4813, admin: 4819 }, synchronous: 'full' });
  });

  test('point payments at somebody with an address and a secret together, and with neither at nobody', () => {
    const both = {
      SANDBOX_PAYMENTS_WEBHOOK_URL: 'http://reconciler:4802/v1/webhooks/payments/fjordlight',
      SANDBOX_PAYMENTS_WEBHOOK_SECRET: 'whsec_1',
    };
    expect(configFrom(both).paymentsWebhook).toEqual({
      url: both.SANDBOX_PAYMENTS_WEBHOOK_URL,
      secret: 'whsec_1',
    });
    expect(configFrom({}).paymentsWebhook).toBeUndefined();
    expect(() => configFrom({ SANDBOX_PAYMENTS_WEBHOOK_SECRET: 'whsec_1' })).toThrow(
      'SANDBOX_PAYMENTS_WEBHOOK_URL, SANDBOX_PAYMENTS_WEBHOOK_SECRET',
    );
  });

  test('name every wrong key and no value', () => {
    const wrong = { SANDBOX_PAYMENTS_PORT: '99999', SANDBOX_SYNCHRONOUS: 'sometimes', SANDBOX_FRESH: 'yes' };
    expect(() => configFrom(wrong)).toThrow(
      'These settings have a wrong value: SANDBOX_PAYMENTS_PORT, SANDBOX_SYNCHRONOUS.',
    );
  });
});
