import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_KEYS, startSandbox } from '@countersign/sandbox/sandbox';
import { type Fields, fieldsOf } from '../network/shape.js';
import { describePaymentListing } from './payment-listing-contract.js';
import { describePaymentReads } from './payment-reads-contract.js';
import { describePaymentWrites } from './payment-writes-contract.js';
import type { PaymentEffect, PaymentFault, PaymentsWorld, SentRequest } from './payments-world.js';

describePaymentWrites('the sandbox', openSandboxPayments);
describePaymentReads('the sandbox', openSandboxPayments);
describePaymentListing('the sandbox', openSandboxPayments);

/** The sandbox's payment provider on a free port, with a clock that the suite moves. */
async function openSandboxPayments(): Promise<PaymentsWorld> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'connectors-spec-'));
  let nowMs = Date.parse('2026-11-29T12:00:00Z');
  const now = () => nowMs;
  const sandbox = await startSandbox({ dataFolder, ports: {}, now, synchronous: 'normal' });
  const ask = (method: string, path: string, body?: object) =>
    admin(`${sandbox.urls.admin}/payments${path}`, method, body);
  const calls = async (method: string) =>
    rows((await ask('GET', '/ledger'))['calls']).filter((call) => call['method'] === method);
  return {
    connection: {
      baseUrl: sandbox.urls.payments,
      key: DEFAULT_KEYS.payments,
      fetch,
      timeoutMs: 60_000,
      now,
      random: () => 0,
    },
    moveClock: (ms) => {
      nowMs += ms;
    },
    charge: async (amountMinor, currency, tenant = 'fjordlight') =>
      String((await ask('POST', '/charges', { amountMinor, currency, tenant }))['id']),
    dispute: async (id) => void (await ask('PATCH', `/charges/${id}`, { disputed: true })),
    settleLater: async (id) => void (await ask('PATCH', `/charges/${id}`, { refundStatus: 'pending' })),
    failRefund: async (id) => void (await ask('PATCH', `/refunds/${id}`, { status: 'failed' })),
    refundElsewhere: async (id, amountMinor) =>
      void (await ask('POST', `/charges/${id}/refunds`, { amountMinor })),
    fault: async (fault) => {
      for (const each of sandboxFaults(fault)) await ask('POST', '/faults', each);
      if (fault.kind === 'down') await refused(sandbox.urls.payments);
    },
    clearFaults: async () => void (await ask('DELETE', '/faults')),
    effects: async (id) =>
      rows((await ask('GET', '/ledger'))['effects'])
        .filter((row) => row['charge'] === id)
        .map(effectOf),
    sent: async (id) =>
      (await calls('POST')).map(sentOf).filter(({ body }) => new URLSearchParams(body).get('charge') === id),
    readsSeen: async () => (await calls('GET')).length,
    close: async () => {
      await sandbox.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

async function admin(url: string, method: string, body?: object): Promise<Fields> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url, { method, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return fieldsOf(JSON.parse(text)) ?? {};
}

/** Until a new connection is refused, a kept one may still be taken for good by the next request. */
async function refused(url: string): Promise<void> {
  const code = await fetch(`${url}/healthz`).then(
    () => 'open',
    (error: Error) => String(fieldsOf(error.cause)?.code),
  );
  if (code !== 'ECONNREFUSED') await refused(url);
}

function sandboxFaults({ on, times = 1, ...fault }: PaymentFault): object[] {
  const routes = on === 'write' ? ['POST /v1/refunds'] : ['GET /v1/refunds', 'GET /v1/charges/:id'];
  return routes.map((route) => ({ ...fault, route, times }));
}

function rows(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map((row: unknown) => fieldsOf(row) ?? {}) : [];
}

function effectOf({ operationId, amountMinor, currency }: Fields): PaymentEffect {
  const operation = typeof operationId === 'string' ? operationId : null;
  return { operationId: operation, amountMinor: Number(amountMinor), currency: String(currency) };
}

function sentOf({ headers, body }: Fields): SentRequest {
  const key = fieldsOf(headers)?.['idempotency-key'];
  return { key: typeof key === 'string' ? key : null, body: String(body) };
}
