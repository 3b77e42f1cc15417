import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRecord } from '../ledger/calls.js';
import type { SandboxOptions, ServerName } from '../sandbox.js';
import { DEFAULT_KEYS, startSandbox } from '../sandbox.js';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; read the parts with `at`. */
  body: unknown;
}

export interface Asked {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, text as a form. */
  body?: object | string;
}

export interface Effect {
  charge: string;
  amountMinor: number;
  operationId: string | null;
  effect: string;
  answered: boolean;
  fault: string | null;
  channel: string;
}

const FREE_PORTS = { identity: 0, orders: 0, documents: 0, payments: 0, admin: 0 };

/** A sandbox on free ports in a folder of its own, with a clock the test can move. */
export async function sandboxUnderTest(options: Partial<SandboxOptions> = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'sandbox-spec-'));
  const clock = { nowMs: Date.parse('2026-11-29T12:00:00Z') };
  const settings = { dataFolder, ports: FREE_PORTS, now: () => clock.nowMs, ...options };
  let sandbox = await startSandbox({ synchronous: 'normal', ...settings });
  const ask = (server: ServerName, path: string, asked: Asked = {}) =>
    request(sandbox.urls[server] + path, asked);
  return {
    clock,
    dataFolder,
    ask,
    url: (server: ServerName) => sandbox.urls[server],
    admin: (method: string, path: string, body?: object) =>
      ask('admin', path, body === undefined ? { method } : { method, body }),
    /** `POST /v1/refunds` with the form given as an object, in the order given. */
    refund: (form: Record<string, string>, idempotencyKey?: string) =>
      ask('payments', '/v1/refunds', {
        method: 'POST',
        key: DEFAULT_KEYS.payments,
        body: new URLSearchParams(form).toString(),
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      }),
    payments: (path: string) => ask('payments', path, { key: DEFAULT_KEYS.payments }),
    order: (path: string) => ask('orders', path, { key: DEFAULT_KEYS.orders }),
    ledger: async (): Promise<{ effects: Effect[]; calls: CallRecord[] }> =>
      JSON.parse((await ask('admin', '/payments/ledger')).text),
    async restart() {
      await sandbox.stop();
      sandbox = await startSandbox({ synchronous: 'normal', ...settings });
    },
    async stop() {
      await sandbox.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export type SandboxUnderTest = Awaited<ReturnType<typeof sandboxUnderTest>>;

async function request(url: string, { method, key, headers = {}, body }: Asked): Promise<Answer> {
  const type = typeof body === 'object' ? 'application/json' : 'application/x-www-form-urlencoded';
  const response = await fetch(url, {
    method: method ?? 'GET',
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

/** The value at a path such as `error.code` or `data.0.id`. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Reflect.get(inner, name);
  }, value);
}

/** Resolves as soon as the check holds; fails by the test's own time limit and not before. */
export async function until<T>(check: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
