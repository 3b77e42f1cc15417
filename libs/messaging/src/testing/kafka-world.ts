import { systemPorts } from '@countersign/contracts';
import { sealingWithoutKeys } from '@countersign/event-store';
import { testDatabase } from '@countersign/event-store/testing';
import { createLogger, type Log } from '@countersign/telemetry';
import { KafkaBus, publishIngress } from '../kafka/bus.js';
import { startRelay } from '../kafka/relay/relay.js';
import { groupOf, type KafkaSettings } from '../kafka/settings.js';
import { createTestTopics, testClient } from './kafka-topics.js';
import { worldOn } from './postgres-world.js';
import type { TransportWorld } from './world.js';

export interface Cluster {
  readonly brokers: readonly string[];
  readonly topicPrefix: string;
}

/** Services that hear over Kafka, with a database and a relay of their own. */
export async function kafkaWorld({ brokers, topicPrefix }: Cluster): Promise<TransportWorld> {
  const [database] = await Promise.all([testDatabase(), createTestTopics({ brokers, topicPrefix })]);
  const kafka: KafkaSettings = {
    brokers,
    topicPrefix,
    clientId: 'countersign-test',
    sessionTimeoutMs: 4_000,
  };
  const relay = startRelay({ databaseUrl: database.urls.countersign_relay, kafka, logger: quiet() });
  const bus = new KafkaBus(kafka, quiet());
  const world = await worldOn(database, {
    bus: { kind: 'kafka', ...kafka },
    environment: {
      BUS: 'kafka',
      KAFKA_BROKERS: brokers.join(','),
      KAFKA_TOPIC_PREFIX: topicPrefix,
      KAFKA_SESSION_TIMEOUT_MS: '4000',
    },
  });
  const ingress = {
    bus,
    sealing: sealingWithoutKeys(),
    ports: systemPorts(),
    source: '/countersign/gateway',
  };
  return {
    ...world,
    replicas: 'all share',
    publish: (topic, message) => publishIngress(topic, message, ingress),
    rewind: (service) => deleteGroup({ brokers, groupId: groupOf(kafka, service) }),
    close: async () => {
      await Promise.all([relay.stop(), bus.close()]);
      await world.close();
    },
  };
}

/** Without its offsets a group begins at the beginning. */
async function deleteGroup(of: { brokers: readonly string[]; groupId: string }): Promise<void> {
  const admin = testClient(of.brokers).admin();
  await admin.connect();
  await admin.deleteGroups([of.groupId]);
  await admin.disconnect();
}

export const quiet = (): Log => createLogger({ service: 'test', level: 'silent', now: () => Date.now() });
