import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { TestDatabase } from '@countersign/event-store/testing';
import type { BusChoice } from '@countersign/messaging';
import { startRelay } from '@countersign/messaging/kafka';
import { applyTopics, parseTopics } from '@countersign/messaging/kafka/admin';
import { testKafka } from '@countersign/messaging/kafka/testing';
import { createLogger } from '@countersign/telemetry';

const topicsFile = resolve(import.meta.dirname, '../../../deploy/kafka/topics.yaml');

/** What the services of one system hear through. */
export interface Bus {
  readonly choice: BusChoice;
  /** The same for services that are processes of their own. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** The same scenarios run over either: `E2E_BUS=kafka`. */
export const busOfRun = (): 'postgres' | 'kafka' =>
  process.env['E2E_BUS'] === 'kafka' ? 'kafka' : 'postgres';

/** With Kafka: the run's broker, the deployed topics under a prefix of this system's own, and a relay beside it. */
export async function openBus(kind: 'postgres' | 'kafka', database: TestDatabase): Promise<Bus> {
  if (kind === 'postgres')
    return { choice: { kind }, environment: { BUS: kind }, stop: async () => undefined };
  const { brokers, topicPrefix } = await testKafka();
  const topics = parseTopics(await readFile(topicsFile, 'utf8'));
  await applyTopics({ connection: { brokers: [...brokers] }, topics, replication: 1, prefix: topicPrefix });
  const kafka = { brokers, topicPrefix, clientId: 'countersign-e2e', sessionTimeoutMs: 6_000 };
  const logger = createLogger({ service: 'e2e relay', level: 'error', now: () => Date.now() });
  const relay = startRelay({ databaseUrl: database.urls.countersign_relay, kafka, logger });
  return {
    choice: { kind, ...kafka },
    environment: {
      BUS: kind,
      KAFKA_BROKERS: brokers.join(','),
      KAFKA_TOPIC_PREFIX: topicPrefix,
      KAFKA_SESSION_TIMEOUT_MS: '6000',
    },
    stop: () => relay.stop(),
  };
}
