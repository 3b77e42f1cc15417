import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPorts } from '@countersign/contracts';
import { testDatabase } from '@countersign/event-store/testing';
import { type ServiceDefinition, startHost } from '@countersign/messaging';
import { startSandbox } from '@countersign/sandbox/sandbox';
import { createLogger } from '@countersign/telemetry';
import { definition } from '../gateway.module.js';
import { recordOf } from './record.js';
import { readEvents, type SseReader } from './sse-client.js';
import { tokensOf } from './tokens.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string;
}

const keys = {
  orders: 'orders-key-of-the-test',
  payments: 'payments-key-of-the-test',
  admin: 'admin-key-of-the-test',
};

/** The gateway on a real database, asked over HTTP as in production, with the sandbox as the outside world. */
export async function gatewayWorld(env: Record<string, string> = {}) {
  const database = await testDatabase();
  const dataFolder = mkdtempSync(join(tmpdir(), 'gateway-spec-'));
  const time = { aheadMs: 0 };
  const now = () => Date.now() + time.aheadMs;
  const sandbox = await startSandbox({ dataFolder, ports: {}, synchronous: 'normal', now, keys });
  const logged: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => logged.push(JSON.parse(line) as Record<string, unknown>) };
  const system = systemPorts();
  const clock = { ...system.clock, nowMs: now, now: () => new Date(now()).toISOString() };
  const host = await startHost({
    services: [definition as ServiceDefinition],
    databaseUrlOf: (service) => database.urls[`countersign_${service}`],
    readerUrl: database.urls.countersign_reader,
    env: {
      GATEWAY_PORT: '0',
      IDENTITY_URL: sandbox.urls.identity,
      CAPABILITIES: 'refunds',
      ORDERS_URL: sandbox.urls.orders,
      ORDERS_KEY: keys.orders,
      PAYMENTS_URL: sandbox.urls.payments,
      PAYMENTS_READ_KEY: keys.payments,
      TENANTS: 'fjordlight',
      READ_TIMEOUT_MS: '10000',
      RATE_PER_CUSTOMER: '100000',
      RATE_PER_TENANT: '100000',
      STREAM_HEARTBEAT_MS: '100',
      CONVERSATION_PATIENCE_MS: '300',
      ...env,
    },
    ports: { ...system, clock },
    logger: createLogger({ service: 'test', level: 'info', destination, now }),
  });
  const url = host.urlOf('gateway') ?? '';
  const record = recordOf(database);
  const tokens = tokensOf(sandbox.urls, keys.admin);
  return {
    ...{ url, record, tokens, time, logged },
    ask: (path: string, sent: Sent = {}) => asked(url + path, sent),
    follow: (path: string, token: string, headers: Record<string, string> = {}): Promise<SseReader> =>
      readEvents(url + path, { authorization: `Bearer ${token}`, ...headers }),
    admin: (method: string, path: string, body: object): Promise<Answer> =>
      asked(sandbox.urls.admin + path, { method, body }),
    /** The lines that count what was refused, oldest first. */
    refusals: () => logged.filter(({ event }) => event === 'request.refused'),
    stopHost: () => host.stop(),
    adminUrl: (path: string) => sandbox.urls.admin + path,
    async close(): Promise<void> {
      await host.stop();
      await Promise.all([sandbox.stop(), record.close()]);
      await database.dispose();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export type GatewayWorld = Awaited<ReturnType<typeof gatewayWorld>>;

async function asked(url: string, { method, token, headers = {}, body }: Sent): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const parsed = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, body: parsed };
}
