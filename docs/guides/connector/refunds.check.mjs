// What `countersign check-connector` needs to know of a connector. Here the target is a sandbox of its own; yours is
// your stand-in, or the provider's test mode.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_KEYS, startSandbox } from '@countersign/sandbox/sandbox';
import { KEY_LIFE_MS, refundConnector } from './refunds.mjs';

export default async function subject() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'refunds-check-'));
  const sandbox = await startSandbox({ dataFolder, ports: {} });
  const admin = `${sandbox.urls.admin}/payments`;
  const key = DEFAULT_KEYS.payments;
  return {
    name: 'refunds',
    targetUrl: sandbox.urls.payments,

    // How the connector is made. The check gives it an address of its own, and stands there.
    connect: ({ baseUrl, timeoutMs }) => refundConnector({ baseUrl, timeoutMs, key }),

    // A fresh action: a refund on a new charge of twice the money, so that a second refund would be taken too.
    action: async ({ amountMinor, currency }) => {
      const charge = { amountMinor: amountMinor * 2, currency };
      const headers = { 'content-type': 'application/json' };
      const made = await fetch(`${admin}/charges`, { method: 'POST', headers, body: JSON.stringify(charge) });
      const { id } = await made.json();
      return {
        kind: 'refund.create',
        target: { type: 'charge', id },
        arguments: {},
        money: { amountMinor, currency },
        evidence: [],
        resourceVersions: [],
      };
    },

    // The oracle: every refund on that charge, from the provider's own books and not through the connector.
    effects: async (action) => {
      const { effects } = await (await fetch(`${admin}/ledger`)).json();
      return effects
        .filter((row) => row.charge === action.target.id)
        .map(({ effect, amountMinor, currency }) => ({ reference: effect, amountMinor, currency }));
    },

    // What must never be in a result or an error.
    secrets: [key],

    // The rest is optional, and makes more of the contract checkable.
    keyLifeMs: KEY_LIFE_MS,
    unavailable: { status: 503, body: '{"error":{"type":"api_error","message":"Try again later."}}' },
    emptyPage: (body) => (body?.object === 'list' ? { ...body, data: [], has_more: true } : undefined),
    close: async () => {
      await sandbox.stop();
      rmSync(dataFolder, { recursive: true });
    },
  };
}
