import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { environmentOf, type Program, programs } from '@countersign/cli/composition';
import { loopbackPort } from '@countersign/event-store/embedded';
import { publishOnce, rewindGroup } from '@countersign/messaging/kafka';
import { applyTopics, parseTopics } from '@countersign/messaging/kafka/admin';
import { type LocalKafka, startLocalKafka } from '@countersign/messaging/kafka/local';
import type { Sandbox } from '@countersign/sandbox/sandbox';
import type { TcpProxy } from '@countersign/testing/proxy';
import type { Bus } from '../harness/bus.js';
import { type RelayProcess, relayProcess } from '../harness/relay-process.js';
import type { OwnServers } from '../harness/system.js';
import { type OwnDatabase, ownDatabase } from './own-database.js';
import { openWays, type Ways, wayTo } from './ways.js';

const topicsFile = resolve(import.meta.dirname, '../../../deploy/kafka/topics.yaml');

/** A server of one run that may be killed (SIGKILL) and started again on what it had. */
export interface Killable {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A broker, a database and a relay process of one run, each reached by every program on a way of its own. */
export interface ChaosServers extends OwnServers {
  /** Straight, for whoever counts afterwards. */
  readonly brokers: readonly string[];
  readonly kafka: Killable;
  readonly postgres: Killable & Pick<OwnDatabase, 'stop'>;
  readonly relay: RelayProcess;
  readonly ways: Ways;
}

export async function openServers({ urls }: Sandbox): Promise<ChaosServers> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-chaos-'));
  // The database's own user passes through it.
  await chmod(folder, 0o755);
  const [postgres, broker] = await Promise.all([ownDatabase(folder), ownBroker(folder)]);
  const { database } = postgres;
  const ways = await openWays({
    ...{ databasePort: postgres.port, brokerWays: broker.ways, outside: urls },
  });
  const environment = (program: Program) => ({
    ...{ BUS: 'kafka', KAFKA_BROKERS: ways.brokerOf(program), KAFKA_SESSION_TIMEOUT_MS: '6000' },
    DATABASE_URL: ways.databaseUrl(program, database.urls[`countersign_${program}`]),
  });
  const relay = relayProcess(environment('relay'));
  const kafka = { brokers: broker.brokers, clientId: 'countersign-e2e', sessionTimeoutMs: 6_000 };
  const bus: Bus = {
    choice: { kind: 'kafka', ...kafka },
    environment: {},
    put: (topic, message) => publishOnce(kafka, topic, message),
    rewind: (service) => rewindGroup(kafka, service),
    stop: async () => {
      await relay.stop();
      await broker.stop();
    },
  };
  const dispose = async () => {
    await postgres.stop();
    await ways.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return {
    ...{ bus, relay, ways, kafka: broker, postgres, brokers: broker.brokers },
    database: { ...database, dispose },
    environmentOf: (service, world) => {
      const reached = environmentOf(service, ways.worldOf(service, world));
      return {
        ...reached,
        // Who issued a token does not depend on the way to it.
        ...(reached['IDENTITY_ISSUER'] === undefined ? {} : { IDENTITY_ISSUER: world.outside.identity }),
        ...environment(service),
        READER_DATABASE_URL: ways.databaseUrl(service, database.urls.countersign_reader),
      };
    },
  };
}

interface OwnBroker extends Killable {
  readonly brokers: readonly string[];
  readonly ways: ReadonlyMap<Program, TcpProxy>;
  stop(): Promise<void>;
}

/** With a port for each program, which says of itself that it is where that program's way begins. */
async function ownBroker(folder: string): Promise<OwnBroker> {
  const ways = new Map<Program, TcpProxy>();
  const doors: { readonly port: number; readonly saidPort: number }[] = [];
  for (const program of programs) {
    const port = await loopbackPort(0);
    const way = await wayTo(port);
    ways.set(program, way);
    doors.push({ port, saidPort: way.port });
  }
  const at = { folder: join(folder, 'kafka'), ways: doors, heapMb: 384 };
  let broker: LocalKafka = await startLocalKafka({ ...at, port: 0 });
  const { brokers, port } = broker;
  const topics = parseTopics(await readFile(topicsFile, 'utf8'));
  await applyTopics({ connection: { brokers: [...brokers] }, topics, replication: 1 });
  return {
    ...{ brokers, ways },
    stop: () => broker.stop(),
    kill: () => broker.kill(),
    start: async () => {
      broker = await startLocalKafka({ ...at, port, controllerPort: 0 });
    },
  };
}
