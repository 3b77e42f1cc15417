import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { programFile } from '@countersign/cli/composition';
import { migrate, type Role, roles } from '@countersign/event-store';
import { startEmbeddedPostgres } from '@countersign/event-store/embedded';
import type { TestDatabase } from '@countersign/event-store/testing';
import { publishOnce, rewindGroup } from '@countersign/messaging/kafka';
import { applyTopics, parseTopics } from '@countersign/messaging/kafka/admin';
import { startLocalKafka } from '@countersign/messaging/kafka/local';
import type { Bus } from '../harness/bus.js';

const topicsFile = resolve(import.meta.dirname, '../../../deploy/kafka/topics.yaml');
const password = 'own-infrastructure';

/** A broker, a database and a relay process of one test, which may stop and start them under load. */
export interface OwnInfrastructure {
  readonly database: TestDatabase;
  readonly bus: Bus;
  readonly brokers: readonly string[];
  /** SIGKILL, then started again on what it had. */
  restartKafka(): Promise<void>;
  restartDatabase(): Promise<void>;
  relayRuns(): boolean;
}

export async function ownInfrastructure(): Promise<OwnInfrastructure> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-restarts-'));
  // The database's own user passes through it.
  await chmod(folder, 0o755);
  const [server, broker] = await Promise.all([ownDatabase(folder), ownBroker(folder)]);
  const relay = spawnRelay(server.database.urls.countersign_relay, broker.brokers);
  const kafka = { brokers: broker.brokers, clientId: 'countersign-e2e', sessionTimeoutMs: 6_000 };
  const bus: Bus = {
    choice: { kind: 'kafka', ...kafka },
    environment: {
      ...{ BUS: 'kafka', KAFKA_BROKERS: broker.brokers.join(','), KAFKA_SESSION_TIMEOUT_MS: '6000' },
    },
    put: (topic, message) => publishOnce(kafka, topic, message),
    rewind: (service) => rewindGroup(kafka, service),
    stop: async () => {
      await ended(relay);
      await broker.stop();
    },
  };
  const dispose = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    database: { ...server.database, dispose },
    bus,
    brokers: broker.brokers,
    restartKafka: broker.restart,
    restartDatabase: server.restart,
    relayRuns: () => relay.exitCode === null && relay.signalCode === null,
  };
}

async function ownDatabase(folder: string) {
  const at = join(folder, 'database');
  let server = await startEmbeddedPostgres({ folder: at, port: 0 });
  const { url, port } = server;
  const rolePasswords = Object.fromEntries(roles.map((role) => [role, password]));
  await migrate(url, { rolePasswords });
  const urlAs = (role: Role) => {
    const as = new URL(url);
    as.username = role;
    as.password = password;
    return as.href;
  };
  const urls = Object.fromEntries(roles.map((role) => [role, urlAs(role)])) as Record<Role, string>;
  return {
    database: {
      ...{ name: 'postgres', urls, ownerUrl: urls.countersign_owner, adminUrl: url },
      advanceTime: () => Promise.reject(new Error('The time of this database is not moved.')),
    },
    stop: () => server.stop(),
    restart: async () => {
      await server.stop();
      server = await startEmbeddedPostgres({ folder: at, port });
    },
  };
}

async function ownBroker(folder: string) {
  const at = join(folder, 'kafka');
  let broker = await startLocalKafka({ folder: at, port: 0 });
  const { brokers, port } = broker;
  const topics = parseTopics(await readFile(topicsFile, 'utf8'));
  await applyTopics({ connection: { brokers: [...brokers] }, topics, replication: 1 });
  return {
    brokers,
    stop: () => broker.stop(),
    restart: async () => {
      await broker.kill();
      broker = await startLocalKafka({ folder: at, port, controllerPort: 0 });
    },
  };
}

function spawnRelay(databaseUrl: string, brokers: readonly string[]): ChildProcess {
  return spawn(process.execPath, [programFile('relay')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...{ PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'error', RELAY_PORT: '0' },
      ...{ DATABASE_URL: databaseUrl, KAFKA_BROKERS: brokers.join(',') },
    },
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
