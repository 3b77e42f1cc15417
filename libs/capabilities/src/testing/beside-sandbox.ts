import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connections } from '@countersign/connectors';
import { type Sandbox, startSandbox } from '@countersign/sandbox/sandbox';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';

export interface BesideSandbox {
  /** Reaches into the outside world: `PATCH /crm/messages/msg_1`. */
  admin(method: string, path: string, body?: object): Promise<{ effects?: readonly Effect[] }>;
  /** What a stand-in did, by its own ledger. */
  effectsIn(system: string): Promise<readonly Effect[]>;
  /** A connection to a stand-in with the key for this purpose. */
  to(system: string, purpose: 'read' | 'write', timeoutMs?: number): Connection;
}

type Effect = Record<string, unknown>;

const ports = { clock: { nowMs: () => Date.now() }, network: { fetch }, randomness: { fraction: () => 0 } };

/** A sandbox of the test file's own, as it began before every test. */
export function besideSandbox(): BesideSandbox {
  const folder = mkdtempSync(join(tmpdir(), 'capability-'));
  let sandbox: Sandbox;
  const admin: BesideSandbox['admin'] = async (method, path, body) => {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${sandbox.urls.admin}${path}`, { method, ...content });
    return JSON.parse(await answer.text()) as { effects?: readonly Effect[] };
  };
  beforeAll(async () => {
    sandbox = await startSandbox({ dataFolder: folder, ports: {}, synchronous: 'normal' });
  });
  beforeEach(() => admin('POST', '/reset'));
  afterAll(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    admin,
    effectsIn: async (system) => (await admin('GET', `/${system}/ledger`)).effects ?? [],
    to: (system, purpose, timeoutMs = 2_000) =>
      connections(
        ports,
        timeoutMs,
      )({
        url: sandbox.urls[system] ?? '',
        key: `sandbox-${system}-${purpose}`,
      }),
  };
}
