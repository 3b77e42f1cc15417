import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refundEffects } from '@countersign/capabilities/refunds/effects';
import { refundReads } from '@countersign/capabilities/refunds/reads';
import { createOrdersReader } from '@countersign/connectors/orders/read';
import { createPaymentsReader } from '@countersign/connectors/payments/read';
import { createPaymentsWriter, KEY_LIFE_MS } from '@countersign/connectors/payments/write';
import type { Action } from '@countersign/domain';
import { DEFAULT_KEYS, startSandbox } from '@countersign/sandbox/sandbox';
import type { ConnectorSubject, ConnectorUnderTest, Effect, Money, Way } from '../subject.js';

/** How a planted fault gets between our connector and what it does. */
export interface Spoilt {
  /** In place of the platform's. */
  readonly fetch?: typeof fetch;
  readonly connector?: (right: ConnectorUnderTest) => ConnectorUnderTest;
}

/** The kept refund connector on a sandbox of its own, whole or spoilt. */
export async function sandboxRefunds(spoilt: Spoilt = {}): Promise<ConnectorSubject> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'countersign-connector-'));
  const sandbox = await startSandbox({ dataFolder, ports: {}, synchronous: 'normal' });
  const admin = `${sandbox.urls.admin}/payments`;
  return {
    name: 'refunds at the sandbox',
    targetUrl: sandbox.urls.payments,
    secrets: [DEFAULT_KEYS.payments],
    keyLifeMs: KEY_LIFE_MS,
    connect: (way) => spoilt.connector?.(refundConnector(way, spoilt)) ?? refundConnector(way, spoilt),
    action: async (money) => refundOf(await newCharge(admin, money), money),
    effects: (action) => effectsOn(admin, action.target.id),
    unavailable: {
      status: 503,
      body: JSON.stringify({ error: { type: 'api_error', message: 'Try again later.' } }),
    },
    emptyPage: (body) =>
      typeof body === 'object' && body !== null && 'has_more' in body
        ? { ...body, data: [], has_more: true }
        : undefined,
    close: async () => {
      await sandbox.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function refundConnector(
  { baseUrl, timeoutMs }: Way,
  { fetch = globalThis.fetch }: Spoilt,
): ConnectorUnderTest {
  const connection = {
    baseUrl,
    timeoutMs,
    fetch,
    key: DEFAULT_KEYS.payments,
    now: Date.now,
    random: () => 0,
  };
  const { execute } = refundEffects({ payments: createPaymentsWriter(connection) });
  const { findOutcome } = refundReads({
    payments: createPaymentsReader({ ...connection, settleWindowMs: 60_000 }),
    orders: createOrdersReader(connection),
  });
  return { execute, findOutcome };
}

function refundOf(chargeId: string, money: Money): Action {
  return {
    kind: 'refund.create',
    target: { type: 'charge', id: chargeId },
    arguments: { orderId: '1', lines: [], reason: 'other' },
    money,
    evidence: [],
    resourceVersions: [],
  };
}

/** Twice the money, so that a second refund would be taken too. */
async function newCharge(admin: string, { amountMinor, currency }: Money): Promise<string> {
  const made = await fetch(`${admin}/charges`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amountMinor: amountMinor * 2, currency }),
  });
  const { id } = (await made.json()) as { id: string };
  return id;
}

interface LedgerRow extends Money {
  readonly effect: string;
  readonly charge: string;
}

async function effectsOn(admin: string, chargeId: string): Promise<readonly Effect[]> {
  const { effects } = (await (await fetch(`${admin}/ledger`)).json()) as { effects: readonly LedgerRow[] };
  return effects
    .filter(({ charge }) => charge === chargeId)
    .map(({ effect, amountMinor, currency }) => ({ reference: effect, amountMinor, currency }));
}
