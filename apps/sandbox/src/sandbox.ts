/**
 * The outside world for tests, demos and benchmarks: an identity provider, a shop's orders and policies, and
 * a payment provider, and the stand-ins that capabilities bring (./kit), each a plain HTTP server on loopback with a
 * durable ledger of its own, and one admin server that makes things go wrong. It shares no code with Countersign, so that it cannot share its
 * mistakes, and it refuses to listen anywhere but on loopback unless a host is named; the admin server always.
 * Invariant: an effect that was acknowledged is on disk, and no charge ever gives back more than it took.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { documentsSystem } from './documents/documents-system.js';
import { identitySystem } from './identity/identity-system.js';
import type { Ledger, Synchronous } from './ledger/database.js';
import { openLedger } from './ledger/database.js';
import { ordersSystem } from './orders/orders-system.js';
import { seedOrders } from './orders/seed-orders.js';
import { paymentsSystem } from './payments/payments-system.js';
import { chargeFor, doubleCharge } from './payments/seed-charges.js';
import { registeredStandIns, type StandIn } from './stand-in.js';
import { startAdminServer } from './wire/admin-server.js';
import type { System } from './wire/system.js';
import type { SystemServer } from './wire/system-server.js';
import { startSystemServer } from './wire/system-server.js';

export const SERVER_NAMES = ['identity', 'orders', 'documents', 'payments', 'admin'] as const;

export type ServerName = (typeof SERVER_NAMES)[number];

/** The ports a sandbox takes when nothing else is said. */
export const DEFAULT_PORTS: Readonly<Record<ServerName, number>> = {
  identity: 4810,
  orders: 4811,
  documents: 4812,
  payments: 4813,
  admin: 4819,
};

const STAND_INS_PORT = 4820;
const FREE_PORTS = { identity: 0, orders: 0, documents: 0, payments: 0, admin: 0 };

/** Keys of the sandbox's own servers. They guard nothing real and are published in its README. */
export const DEFAULT_KEYS = {
  orders: 'sandbox-orders-key',
  payments: 'sk_test_sandbox_key',
  /** Restricted: it reads. */
  paymentsRead: 'rk_test_sandbox_read',
  directory: 'sandbox-directory-key',
  admin: 'sandbox-admin-key',
  helpdeskBot: 'sandbox-helpdesk-bot-secret',
};

export interface SandboxOptions {
  dataFolder: string;
  /** Without it, the default ports. With it, 0 takes a free port, and so does a server that is not named. */
  ports?: Partial<Record<ServerName, number>>;
  /** Of the first stand-in; the others follow in order. 0 takes free ones. Left out: 4820, or 0 where `ports` is given. */
  standInsPort?: number;
  /** Where the systems listen, for a container whose neighbours call them; the admin server stays on loopback. */
  host?: string;
  /** Throws away what the data folder holds and begins with the seeds. */
  fresh?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** `full` unless said otherwise. */
  synchronous?: Synchronous;
  tokenLifetimeSeconds?: number;
  keys?: Partial<typeof DEFAULT_KEYS>;
  /** Where payments say by themselves what happened later. Without it nowhere, until the admin server is told. */
  paymentsWebhook?: { url: string; secret: string };
  /** The whole admin server wants the admin key, and not only its tokens. */
  adminKeyRequired?: boolean;
}

export interface Sandbox {
  /** By the name of the server, the stand-ins of capabilities included. */
  readonly urls: Readonly<Record<ServerName, string>> & Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts every server, or none.
 * @throws an error with the code `port_taken`, naming the port and the server.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const now = options.now ?? Date.now;
  const ports = options.ports === undefined ? DEFAULT_PORTS : { ...FREE_PORTS, ...options.ports };
  const keys = { ...DEFAULT_KEYS, ...options.keys };
  const urls: Record<string, string> & Record<ServerName, string> = { ...NO_URLS };
  const stops: (() => void | Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  const servers: SystemServer[] = [];
  try {
    const opening = { options, now, keys, issuer: () => urls.identity };
    const own = SYSTEM_NAMES.map((name) => ({ port: ports[name], open: () => openSystem(name, opening) }));
    for (const { port, open } of [...own, ...(await openings(opening))]) {
      const system = await open();
      stops.push(() => system.close());
      const server = await startSystemServer(system, { port, host: options.host, now });
      stops.push(() => server.stop());
      servers.push(server);
      urls[system.name] = server.url;
    }
    const key = options.adminKeyRequired === true ? keys.admin : undefined;
    const admin = await startAdminServer({ port: ports.admin, servers, key });
    stops.push(() => admin.stop());
    urls.admin = admin.url;
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls, stop };
}

const NO_URLS = { identity: '', orders: '', documents: '', payments: '', admin: '' };

/** What capabilities bring, each on the port after the one before it. */
async function openings({ options, now }: Opening) {
  const first = options.standInsPort ?? (options.ports === undefined ? STAND_INS_PORT : 0);
  return (await registeredStandIns()).map((standIn: StandIn, index) => ({
    port: first === 0 ? 0 : first + index,
    open: () => standIn.open(ledgerOf(standIn.name, options), { now }),
  }));
}

function ledgerOf(name: string, { dataFolder, fresh, synchronous }: SandboxOptions): Ledger {
  const file = join(dataFolder, `${name}.sqlite`);
  if (fresh === true) {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
  }
  return openLedger(file, synchronous ?? 'full');
}

const SYSTEM_NAMES = ['identity', 'orders', 'documents', 'payments'] as const;

interface Opening {
  options: SandboxOptions;
  now: () => number;
  keys: typeof DEFAULT_KEYS;
  issuer: () => string;
}

async function openSystem(name: (typeof SYSTEM_NAMES)[number], opening: Opening): Promise<System> {
  const { options, now, keys, issuer } = opening;
  const ledger = ledgerOf(name, options);
  switch (name) {
    case 'identity': {
      const secrets = { directoryKey: keys.directory, adminKey: keys.admin, clientSecret: keys.helpdeskBot };
      const tokenLifetimeSeconds = options.tokenLifetimeSeconds ?? 3_600;
      return identitySystem(ledger, { now, issuer, ...secrets, tokenLifetimeSeconds });
    }
    case 'orders':
      return ordersSystem(ledger, { key: keys.orders, now });
    case 'documents':
      return documentsSystem(ledger, { now });
    case 'payments': {
      const seed = (nowMs: number) => [...seedOrders(nowMs).map(chargeFor), ...doubleCharge(nowMs)];
      const { paymentsWebhook: webhook } = options;
      return paymentsSystem(ledger, { key: keys.payments, readKey: keys.paymentsRead, now, seed, webhook });
    }
  }
}
