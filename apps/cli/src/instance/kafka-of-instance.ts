import { join } from 'node:path';
import { CommandRefused } from '../terminal/refusal.js';
import { TOPICS_FILE, topicsIn } from './topics.js';

/** The cluster of an instance, with every topic there. */
export interface InstanceKafka {
  readonly brokers: readonly string[];
  readonly kind: 'local' | 'given';
  stop(): Promise<void>;
}

export interface KafkaOfInstanceOptions {
  readonly folder: string;
  readonly ports: { readonly kafka: number; readonly kafkaController: number };
  /** Of a cluster that runs already; without them one node is started on this machine. */
  readonly brokers: readonly string[] | undefined;
  onStep(phrase: string): void;
  /** Called once when the local node ends by itself. */
  onDied(reason: string): void;
}

/** Starts or finds the cluster and makes the topics that are missing. */
export async function openKafka(options: KafkaOfInstanceOptions): Promise<InstanceKafka> {
  const kafka = await clusterOf(options);
  try {
    options.onStep('applying the topics');
    await applyTo(kafka);
    return kafka;
  } catch (error) {
    await kafka.stop();
    throw error;
  }
}

async function clusterOf(options: KafkaOfInstanceOptions): Promise<InstanceKafka> {
  const { folder, ports, brokers, onStep, onDied } = options;
  if (brokers !== undefined) return { brokers, kind: 'given', stop: () => Promise.resolve() };
  onStep('starting Kafka');
  const { startLocalKafka } = await import('@countersign/messaging/kafka/local');
  const local = await startLocalKafka({
    folder: join(folder, 'kafka'),
    port: ports.kafka,
    controllerPort: ports.kafkaController,
    onFetch: () => onStep('fetching Kafka through Maven, once'),
    onDied,
  });
  return { brokers: local.brokers, kind: 'local', stop: () => local.stop() };
}

/**
 * A node of our own holds one copy. What differs on a given cluster is a person's decision, made with
 * `countersign topics apply`, and nothing to refuse a start for; a missing partition or topic would be.
 */
async function applyTo({ brokers, kind }: InstanceKafka): Promise<void> {
  const { applyTopics } = await import('@countersign/messaging/kafka/admin');
  const { differences } = await applyTopics({
    connection: { brokers: [...brokers] },
    topics: await topicsIn(TOPICS_FILE),
    ...(kind === 'local' ? { replication: 1 } : {}),
  });
  const compacted = differences.find(({ what }) => what === 'cleanup.policy');
  if (compacted === undefined) return;
  throw new CommandRefused(
    `The topic ${compacted.topic} is set to ${compacted.found} and should be ${compacted.wanted}: events would be lost. See: countersign topics apply.`,
  );
}
