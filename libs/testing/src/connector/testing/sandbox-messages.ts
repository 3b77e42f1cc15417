import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEffects } from '@countersign/capabilities/effects';
import { openReads } from '@countersign/capabilities/reads';
import type { Action } from '@countersign/domain';
import { startSandbox } from '@countersign/sandbox/sandbox';
import type { ConnectorSubject, ConnectorUnderTest, Effect, Way } from '../subject.js';

const kind = 'follow-up.send';
const keys = { read: 'sandbox-crm-read', write: 'sandbox-crm-write' };

/** The kept connector of follow-ups on a sandbox of its own, opened as a service opens it: by its capability's name. */
export async function sandboxMessages(): Promise<ConnectorSubject> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'countersign-connector-'));
  const sandbox = await startSandbox({ dataFolder, ports: {}, synchronous: 'normal' });
  const admin = `${sandbox.urls.admin}/crm`;
  let made = 0;
  return {
    name: 'messages at the sandbox',
    targetUrl: sandbox.urls['crm'] ?? '',
    secrets: [keys.read, keys.write],
    money: 'none',
    connect: messageConnector,
    action: () => {
      made += 1;
      return messageOn(admin, `90${made}`);
    },
    altered: (action) => ({ ...action, arguments: { ...action.arguments, body: 'Hello Dana!' } }),
    effects: (action) => effectsOn(admin, action.target.id),
    unavailable: { status: 503, body: JSON.stringify({ error: { code: 'busy', message: 'Later.' } }) },
    close: async () => {
      await sandbox.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function messageConnector({ baseUrl: url, timeoutMs }: Way): ConnectorUnderTest {
  const addresses = { 'crm.read': { url, key: keys.read }, 'crm.write': { url, key: keys.write } };
  const to = (at: { readonly url: string; readonly key: string }) => ({
    ...{ baseUrl: at.url, key: at.key, timeoutMs, fetch: globalThis.fetch, now: Date.now, random: () => 0 },
  });
  const effects = openEffects(addresses, to).byKind(kind);
  const reads = openReads(addresses, to, { settleWindowMs: 60_000 }).byKind(kind);
  if (effects === undefined || reads === undefined) throw new Error(`Nothing carries out ${kind}.`);
  return { execute: effects.execute, findOutcome: reads.findOutcome };
}

/** An opportunity of its own, so that whatever is found there was done by this action. */
async function messageOn(admin: string, opportunityId: string): Promise<Action> {
  const opportunity = { tenant: 'fjordlight', ownerId: 'ada', status: 'open', contactId: 'ct_dana' };
  await fetch(`${admin}/opportunities/${opportunityId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(opportunity),
  });
  return {
    kind,
    target: { type: 'opportunity', id: opportunityId },
    arguments: {
      ...{ opportunityId, contactId: 'ct_dana', channel: 'email', recipient: 'dana@northwind.example' },
      ...{ subject: 'Our offer', body: 'Hello Dana', after: 'none' },
    },
    evidence: [],
    resourceVersions: [{ resource: `crm/opportunities/${opportunityId}`, version: '1' }],
  };
}

async function effectsOn(admin: string, id: string): Promise<readonly Effect[]> {
  const ledger = (await (await fetch(`${admin}/ledger`)).json()) as {
    readonly effects: readonly { readonly reference: string; readonly opportunityId: string }[];
  };
  return ledger.effects
    .filter(({ opportunityId }) => opportunityId === id)
    .map(({ reference }) => ({ reference }));
}
