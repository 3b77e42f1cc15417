import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_KEYS, type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { withTraceparent } from '@countersign/telemetry';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createDocumentsReader } from '../documents/read.js';
import { createOrdersReader } from '../orders/read.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const dataFolder = mkdtempSync(join(tmpdir(), 'connectors-spec-'));
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ dataFolder, ports: {}, now: () => NOW, synchronous: 'normal' });
});
afterEach(async () => {
  await admin('DELETE', '/orders/faults');
  await admin('DELETE', '/documents/faults');
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

function admin(method: string, path: string, body?: object) {
  return fetch(sandbox.urls.admin + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

function orders(key = DEFAULT_KEYS.orders) {
  const ports = { fetch, timeoutMs: 60_000, now: () => NOW, random: () => 0 };
  return createOrdersReader({ baseUrl: sandbox.urls.orders, key, ...ports });
}

function documents() {
  const ports = { fetch, timeoutMs: 60_000, now: () => NOW, random: () => 0 };
  return createDocumentsReader({ baseUrl: sandbox.urls.documents, key: 'unused', ...ports });
}

const FAULTS = [
  ['down', 'unreachable'],
  ['request_lost', 'connection_lost'],
  ['response_lost', 'connection_lost'],
  ['status_429', 'rate_limited'],
  ['status_500', 'server_error'],
  ['status_503', 'server_error'],
  ['wrong_body', 'wrong_body'],
] as const;

describe('orders read from the sandbox', () => {
  it('come whole, with version and source', async () => {
    expect(await orders().order('fjordlight', '4821')).toMatchObject({
      outcome: 'found',
      value: {
        ...{
          id: '4821',
          customerId: 'ada',
          currency: 'EUR',
          totalMinor: 7900,
          chargeId: 'ch_4821',
          status: 'delivered',
        },
        lines: [{ unitPriceMinor: 4200 }, { unitPriceMinor: 3700 }],
      },
      version: '1',
      readAt: '2026-11-29T12:00:00.000Z',
      source: 'orders /v1/orders/4821',
    });
  });

  it('S15: keep the minor units of yen and dinar', async () => {
    expect(await orders().order('fjordlight', '4823')).toMatchObject({
      value: { currency: 'JPY', totalMinor: 9899 },
    });
    expect(await orders().order('fjordlight', '4824')).toMatchObject({
      value: { currency: 'BHD', totalMinor: 35_200 },
    });
  });

  it('S63: are read inside the trace of the work that asks', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await withTraceparent(traceparent, () => orders().order('fjordlight', '4826'));
    const ledger = await (await admin('GET', '/orders/ledger')).text();
    expect(ledger).toContain(traceparent);
  });

  it('of another tenant are as if they were not there', async () => {
    expect(await orders().order('otherco', '4821')).toEqual({ outcome: 'not_found' });
    expect(await orders().ordersOf('otherco', 'ada')).toMatchObject({ outcome: 'found', value: [] });
  });

  it('of one customer are listed, and nobody else’s', async () => {
    const listed = await orders().ordersOf('fjordlight', 'ada');
    const value = listed.outcome === 'found' ? listed.value : [];
    expect(value.map((order) => order.id)).toEqual(expect.arrayContaining(['4821', '4825']));
    expect(new Set(value.map((order) => order.customerId))).toEqual(new Set(['ada']));
  });

  it('that do not exist are not found, under any name', async () => {
    for (const id of ['9999', '../../admin', '4821?x=1', ' ']) {
      expect(await orders().order('fjordlight', id)).toEqual({ outcome: 'not_found' });
    }
  });

  it.each(FAULTS)('S13: are unknown, not missing, when the system is %s (%s)', async (kind, code) => {
    await admin('POST', '/orders/faults', { kind, route: '*' });
    expect(await orders().order('fjordlight', '4821')).toEqual({ outcome: 'no_answer', code });
    expect(await orders().order('fjordlight', '9999')).toEqual({ outcome: 'no_answer', code });
    expect(await orders().ordersOf('fjordlight', 'ada')).toEqual({ outcome: 'no_answer', code });
  });

  it('are read past a fault that passes', async () => {
    await admin('POST', '/orders/faults', { kind: 'status_500', route: '*', times: 2 });
    expect(await orders().order('fjordlight', '4821')).toMatchObject({ outcome: 'found' });
  });

  it('are no answer with a wrong key, and when a wait is asked that is too long to hold a worker', async () => {
    expect(await orders('another').order('fjordlight', '4821')).toEqual({
      outcome: 'no_answer',
      code: 'not_authorized',
    });
    await admin('POST', '/orders/faults', {
      kind: 'status_429',
      route: '*',
      times: 1,
      retryAfterSeconds: 60,
    });
    expect(await orders().order('fjordlight', '4821')).toEqual({
      outcome: 'no_answer',
      code: 'rate_limited',
      retryAfterMs: 60_000,
    });
  });
});

describe('documents read from the sandbox', () => {
  it('are listed, and come with the sections they are cited by', async () => {
    const listed = await documents().documents('fjordlight');
    expect(listed).toMatchObject({
      outcome: 'found',
      value: expect.arrayContaining([expect.objectContaining({ id: 'returns-and-refunds' })]),
    });
    const read = await documents().document('fjordlight', 'returns-and-refunds');
    expect(read).toMatchObject({
      outcome: 'found',
      version: '1',
      source: 'documents /v1/documents/returns-and-refunds',
    });
    expect(read.outcome === 'found' ? read.value.sections.length : 0).toBeGreaterThan(0);
  });

  it('stay readable in an old version after a new one', async () => {
    const markdown = '# Shipping\n\n## 1 Costs\n\nFree.\n';
    await admin('POST', '/documents/shipping', { markdown });
    expect(await documents().document('fjordlight', 'shipping')).toMatchObject({
      value: { version: 2, sections: [{ id: '1', text: 'Free.' }] },
    });
    expect(await documents().document('fjordlight', 'shipping', 1)).toMatchObject({
      value: { version: 1 },
      version: '1',
    });
    expect(await documents().document('fjordlight', 'shipping', 3)).toEqual({ outcome: 'not_found' });
  });

  it('of another tenant, and those that do not exist, are not found', async () => {
    expect(await documents().document('otherco', 'shipping')).toEqual({ outcome: 'not_found' });
    expect(await documents().documents('otherco')).toMatchObject({ outcome: 'found', value: [] });
    expect(await documents().document('fjordlight', 'nothing')).toEqual({ outcome: 'not_found' });
  });

  it.each(FAULTS)('S13: are unknown, not missing, when the system is %s (%s)', async (kind, code) => {
    await admin('POST', '/documents/faults', { kind, route: '*' });
    expect(await documents().document('fjordlight', 'shipping')).toEqual({ outcome: 'no_answer', code });
    expect(await documents().documents('fjordlight')).toEqual({ outcome: 'no_answer', code });
  });
});
