import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from '@jest/globals';
import { startSandbox } from '../sandbox.js';
import { at, sandboxUnderTest } from '../testing/sandbox-under-test.js';

const MAIN = join(import.meta.dirname, '../main.js');

/** When this process is gone, even by kill -9. The sandbox shares no code with the services, so this is its own. */
const endingWithParent = [
  '--import',
  'data:text/javascript,process.stdin.once("end", () => process.kill(process.pid, "SIGTERM")).resume().unref()',
];

/** The sandbox as a process of its own on free ports, once it has printed the address of every server. */
async function startProcess(dataFolder: string, more: Record<string, string> = {}) {
  const free = ['IDENTITY', 'ORDERS', 'DOCUMENTS', 'PAYMENTS', 'ADMIN'].map((name) => [
    `SANDBOX_${name}_PORT`,
    '0',
  ]);
  const env = { ...process.env, ...Object.fromEntries(free), SANDBOX_DATA_FOLDER: dataFolder, ...more };
  const child = spawn(process.execPath, [...endingWithParent, MAIN], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const urls: Record<string, string> = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name = '', url = ''] = line.split(/\s+/);
    urls[name] = url;
    if (Object.keys(urls).length === 5) break;
  }
  return { child, urls };
}

function refund(url: string, key: string): Promise<Response> {
  const headers = { authorization: 'Bearer sk_test_sandbox_key', 'idempotency-key': key };
  const body = new URLSearchParams({ charge: 'ch_4822', amount: '1', 'metadata[operation_id]': key });
  return fetch(`${url}/v1/refunds`, { method: 'POST', headers, body });
}

describe('the ledger', () => {
  test('holds the same effects, calls, orders and keys after it is opened again', async () => {
    const world = await sandboxUnderTest();
    try {
      await world.refund({ charge: 'ch_4821', amount: '100' }, 'k');
      await world.admin('PATCH', '/orders/4821', { notes: ['seen'] });
      const keys = (await world.ask('identity', '/jwks')).text;
      const before = await world.ledger();
      await world.restart();
      expect(await world.ledger()).toEqual(before);
      expect((await world.order('/v1/orders/4821')).body).toMatchObject({ version: 2, notes: ['seen'] });
      expect((await world.ask('identity', '/jwks')).text).toBe(keys);
    } finally {
      await world.stop();
    }
  });

  test('has every acknowledged effect exactly once after kill -9 in the middle of many refunds', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-kill-'));
    const { child, urls } = await startProcess(dataFolder);
    const acknowledged: unknown[] = [];
    const keys = Array.from({ length: 400 }, (_, index) => `op-${index}`);
    // A few at a time, so that the kill always comes with most of them still unsent.
    const waiting = keys.values();
    const sender = async () => {
      for (const key of waiting) {
        const response = await refund(String(urls.payments), key);
        acknowledged.push(at(await response.json(), 'id'));
        if (acknowledged.length === 50) child.kill('SIGKILL');
      }
    };
    await Promise.allSettled(Array.from({ length: 16 }, sender));
    const sandbox = await startSandbox({ dataFolder, ports: {} });
    try {
      const ledger: unknown = await (await fetch(`${sandbox.urls.admin}/payments/ledger`)).json();
      const effects = at(ledger, 'effects');
      const ids = Array.isArray(effects) ? effects.map((effect) => at(effect, 'effect')) : [];
      expect(acknowledged.length).toBeGreaterThanOrEqual(50);
      expect(acknowledged.length).toBeLessThan(keys.length);
      expect(ids).toEqual(expect.arrayContaining(acknowledged));
      const headers = { authorization: 'Bearer sk_test_sandbox_key' };
      const charge = await fetch(`${sandbox.urls.payments}/v1/charges/ch_4822`, { headers });
      expect(at(await charge.json(), 'amount_refunded')).toBe(ids.length);
      for (const key of keys) await refund(sandbox.urls.payments, key);
      const after: unknown = await (await fetch(`${sandbox.urls.admin}/payments/ledger`)).json();
      expect(at(after, 'effects')).toHaveLength(keys.length);
    } finally {
      await sandbox.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    }
  });
});

describe('the process', () => {
  test('stops cleanly when asked to', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-stop-'));
    const { child } = await startProcess(dataFolder);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    rmSync(dataFolder, { recursive: true, force: true });
  });

  test('says in one sentence which server found its port taken', async () => {
    const world = await sandboxUnderTest();
    try {
      const { port } = new URL(world.url('payments'));
      const { child } = await startProcess(join(world.dataFolder, 'other'), { SANDBOX_PAYMENTS_PORT: port });
      const [said] = await child.stderr.toArray();
      const sentence = `Port ${port} is taken, so the payments server of the sandbox cannot start.`;
      expect(String(said).trim()).toBe(sentence);
    } finally {
      await world.stop();
    }
  });
});
