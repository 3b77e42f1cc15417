import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { IngressTopic, Service } from '@countersign/contracts';
import { PostgresEventStore } from '@countersign/event-store';
import type { TestDatabase } from '@countersign/event-store/testing';
import type { BusChoice, Publication } from '@countersign/messaging';
import { publishOnce, rewindGroup, startRelay } from '@countersign/messaging/kafka';
import { applyTopics, parseTopics } from '@countersign/messaging/kafka/admin';
import { testKafka } from '@countersign/messaging/kafka/testing';
import { createLogger } from '@countersign/telemetry';
import { waitFor } from '@countersign/testing';
import pg from 'pg';
import { relayProcess } from './relay-process.js';

const topicsFile = resolve(import.meta.dirname, '../../../deploy/kafka/topics.yaml');

/** What the services of one system hear through. */
export interface Bus {
  readonly choice: BusChoice;
  /** The same for services that are processes of their own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Puts a message on an ingress topic, past the gateway. */
  put(topic: IngressTopic, message: Publication): Promise<void>;
  /** Lets a service that does not run hear everything from the beginning at its next start. */
  rewind(service: Service): Promise<void>;
  stop(): Promise<void>;
}

/** With Kafka: the run's broker, the deployed topics under a prefix of this system's own, and a relay beside it. */
export async function openBus(
  kind: 'postgres' | 'kafka',
  database: TestDatabase,
  { relayApart = false }: { readonly relayApart?: boolean } = {},
): Promise<Bus> {
  return kind === 'postgres' ? overDatabase(database) : overKafka(database, relayApart);
}

function overDatabase(database: TestDatabase): Bus {
  return {
    choice: { kind: 'postgres' },
    environment: { BUS: 'postgres' },
    put: async (topic, { value, ...message }) => {
      const gateway = new PostgresEventStore({ url: database.urls.countersign_gateway });
      await gateway.publish({ ...message, topic, value: Buffer.from(value) });
      await gateway.close();
    },
    rewind: async (service) => {
      const admin = new pg.Client({ connectionString: database.adminUrl });
      await admin.connect();
      const consumers = [service, `${service}:messages`];
      await admin.query('delete from countersign.checkpoints where consumer = any($1)', [consumers]);
      await admin.end();
    },
    stop: async () => undefined,
  };
}

async function overKafka(database: TestDatabase, relayApart: boolean): Promise<Bus> {
  const { brokers, topicPrefix } = await testKafka();
  const topics = parseTopics(await readFile(topicsFile, 'utf8'));
  await applyTopics({ connection: { brokers: [...brokers] }, topics, replication: 1, prefix: topicPrefix });
  const kafka = { brokers, topicPrefix, clientId: 'countersign-e2e', sessionTimeoutMs: 6_000 };
  const environment = {
    BUS: 'kafka',
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC_PREFIX: topicPrefix,
    KAFKA_SESSION_TIMEOUT_MS: '6000',
  };
  const logger = createLogger({ service: 'e2e relay', level: 'error', now: () => Date.now() });
  const databaseUrl = database.urls.countersign_relay;
  const relay = relayApart
    ? relayProcess({ ...environment, DATABASE_URL: databaseUrl })
    : startRelay({ databaseUrl, kafka, logger });
  return {
    choice: { kind: 'kafka', ...kafka },
    environment,
    put: (topic, message) => publishOnce(kafka, topic, message),
    rewind: async (service) => {
      // The broker keeps a killed process in the group until its session has passed.
      const rewound = () =>
        rewindGroup(kafka, service).then(
          () => true as const,
          () => undefined,
        );
      await waitFor(`the group of ${service} to be empty`, rewound);
    },
    stop: () => relay.stop(),
  };
}
