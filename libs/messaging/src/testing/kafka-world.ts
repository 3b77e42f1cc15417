import { systemPorts } from '@countersign/contracts';
import { sealingWithoutKeys } from '@countersign/event-store';
import { type TestDatabase, testDatabase } from '@countersign/event-store/testing';
import { createLogger, type Log } from '@countersign/telemetry';
import { KafkaBus } from '../kafka/bus.js';
import { rewindGroup } from '../kafka/outside.js';
import { publishIngress } from '../kafka/publish-ingress.js';
import { type Relay, startRelay } from '../kafka/relay/relay.js';
import type { KafkaSettings } from '../kafka/settings.js';
import { createTestTopics } from './kafka-topics.js';
import { worldOn } from './postgres-world.js';
import type { TransportWorld } from './world.js';

export interface Cluster {
  readonly brokers: readonly string[];
  readonly topicPrefix: string;
}

export interface KafkaWorldOptions {
  readonly relay?: boolean;
  readonly partitions?: number;
  readonly maxMessageBytes?: number;
  readonly sessionTimeoutMs?: number;
}

export interface KafkaWorld extends TransportWorld {
  readonly database: TestDatabase;
  readonly kafka: KafkaSettings;
  /** One more relay, stopped with the world. */
  relay(options?: { readonly pageMax?: number }): Relay;
}

/** Services that hear over Kafka, with a database and, unless told otherwise, a relay of their own. */
export async function kafkaWorld(cluster: Cluster, options: KafkaWorldOptions = {}): Promise<KafkaWorld> {
  const { brokers, topicPrefix } = cluster;
  const { sessionTimeoutMs = 4_000 } = options;
  const [database] = await Promise.all([testDatabase(), createTestTopics({ ...cluster, ...options })]);
  const kafka: KafkaSettings = { brokers, topicPrefix, clientId: 'countersign-test', sessionTimeoutMs };
  const bus = new KafkaBus(kafka, quiet());
  const world = await worldOn(database, {
    bus: { kind: 'kafka', ...kafka },
    environment: {
      BUS: 'kafka',
      KAFKA_BROKERS: brokers.join(','),
      KAFKA_TOPIC_PREFIX: topicPrefix,
      KAFKA_SESSION_TIMEOUT_MS: String(sessionTimeoutMs),
    },
  });
  const ingress = {
    bus,
    sealing: sealingWithoutKeys(),
    ports: systemPorts(),
    source: '/countersign/gateway',
  };
  const relays: Relay[] = [];
  const relay = (more: { readonly pageMax?: number } = {}): Relay => {
    const databaseUrl = database.urls.countersign_relay;
    const started = startRelay({ databaseUrl, kafka, logger: quiet(), ...more });
    relays.push(started);
    return started;
  };
  if (options.relay !== false) relay();
  return {
    ...world,
    database,
    kafka,
    relay,
    replicas: 'all share',
    publish: (topic, message) => publishIngress(topic, message, ingress),
    rewind: (service) => rewindGroup(kafka, service),
    close: async () => {
      await Promise.all([...relays.map((one) => one.stop()), bus.close()]);
      await world.close();
    },
  };
}

export const quiet = (): Log => createLogger({ service: 'test', level: 'silent', now: () => Date.now() });
