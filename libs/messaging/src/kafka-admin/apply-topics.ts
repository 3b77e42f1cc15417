import { setTimeout as wait } from 'node:timers/promises';
import kafkajs, { type Admin } from 'kafkajs';
import { type KafkaSecurity, securityOptions } from '../kafka-security/security.js';
import { KafkaUnreachable, whyUnreachable } from './kafka-unreachable.js';
import { silenceNegativeTimeouts } from './negative-timeouts.js';
import type { TopicPlan } from './topics-file.js';

// Node finds only some of its names in a CommonJS module; all of them are on the default.
const { ConfigResourceTypes, Kafka, logLevel } = kafkajs;

const SERVED_WITHIN_MS = 120_000;

export interface ApplyTopics {
  readonly connection: { readonly brokers: readonly string[]; readonly security?: KafkaSecurity };
  readonly topics: readonly TopicPlan[];
  /** Copies of every topic instead of what the plan says: 1 for a cluster of one broker. */
  readonly replication?: number;
  /** In front of every name; for tests that share a cluster. */
  readonly prefix?: string;
}

/** What a topic that was there already has, against what it should have. */
export interface Difference {
  readonly topic: string;
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
}

export interface Applied {
  readonly created: readonly string[];
  /** They were there, and as they should be. */
  readonly unchanged: readonly string[];
  /** Nothing was done about these. */
  readonly differences: readonly Difference[];
}

/** The cluster would not create a topic; the message names each, with Kafka's word for why. */
export class TopicsRefused extends Error {
  override readonly name = 'TopicsRefused';
  readonly code = 'topics_refused';
}

/**
 * Creates the topics that are missing and compares the others. Nothing is deleted, shrunk or changed, and no
 * partition is added either: a topic with more partitions would put the later events of a stream elsewhere than
 * its earlier ones.
 * @throws KafkaUnreachable, TopicsRefused
 */
export async function applyTopics(options: ApplyTopics): Promise<Applied> {
  const { connection, replication, prefix = '' } = options;
  const wanted = options.topics.map((topic) => ({
    ...topic,
    name: `${prefix}${topic.name}`,
    replication: replication ?? topic.replication,
  }));
  return withAdmin(connection, async (admin) => {
    const known = new Set(await admin.listTopics());
    const missing = wanted.filter(({ name }) => !known.has(name));
    if (missing.length > 0) {
      const request = { topics: missing.map(requestFor), waitForLeaders: false, timeout: 30_000 };
      await admin.createTopics(request).catch((error: unknown) => {
        throw refusalOf(error);
      });
      await untilServed(admin, missing);
    }
    const present = wanted.filter(({ name }) => known.has(name));
    const differences = present.length === 0 ? [] : await differencesOf(admin, present);
    return {
      created: missing.map(({ name }) => name),
      unchanged: present
        .map(({ name }) => name)
        .filter((name) => !differences.some(({ topic }) => topic === name)),
      differences,
    };
  });
}

/** The cluster said no to some topics; those it said yes to are made all the same. */
function refusalOf(error: unknown): unknown {
  const { errors } = error as { errors?: readonly { topic?: string; type?: string }[] };
  if (!Array.isArray(errors)) return error;
  const reasons = Object.entries(Object.groupBy(errors, ({ type }) => String(type)))
    .map(([type, refused = []]) => `${refused.map(({ topic }) => topic).join(', ')} (${type})`)
    .join('; ');
  const hint = errors.some(({ type }) => type === 'INVALID_REPLICATION_FACTOR')
    ? ' There are fewer brokers than copies were asked for.'
    : '';
  return new TopicsRefused(`The cluster did not create ${reasons}.${hint}`, { cause: error });
}

/**
 * Every partition has a leader. kafkajs's own wait gives up at the first broker that has not heard of the topic yet,
 * which right after the creation is any of them.
 */
async function untilServed(admin: Admin, topics: readonly TopicPlan[]): Promise<void> {
  const names = topics.map(({ name }) => name);
  for (const end = performance.now() + SERVED_WITHIN_MS; performance.now() < end; await wait(100)) {
    const found = await admin.fetchTopicMetadata({ topics: names }).catch(() => undefined);
    if (found?.topics.every(({ partitions }) => partitions.every(({ leader }) => leader >= 0))) return;
  }
  throw new KafkaUnreachable(`The created topics have no leader yet: ${names.join(', ')}.`);
}

function requestFor(topic: TopicPlan) {
  return {
    topic: topic.name,
    numPartitions: topic.partitions,
    replicationFactor: topic.replication,
    configEntries: Object.entries(configOf(topic)).map(([name, value]) => ({ name, value })),
  };
}

/** What Kafka calls it. One copy may be away and writing with acks=all goes on; two may not. */
function configOf(topic: TopicPlan): Readonly<Record<string, string>> {
  return {
    'cleanup.policy': topic.cleanup,
    'retention.ms': String(topic.retentionMs),
    'retention.bytes': '-1',
    'max.message.bytes': String(topic.maxMessageBytes),
    'message.timestamp.type': topic.timestamps === 'appended' ? 'LogAppendTime' : 'CreateTime',
    'min.insync.replicas': String(Math.max(1, topic.replication - 1)),
  };
}

async function differencesOf(admin: Admin, topics: readonly TopicPlan[]): Promise<Difference[]> {
  const { topics: shapes } = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) });
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((topic) => ({
      type: ConfigResourceTypes.TOPIC,
      name: topic.name,
      configNames: Object.keys(configOf(topic)),
    })),
  });
  return topics.flatMap((topic) => {
    const partitions = shapes.find(({ name }) => name === topic.name)?.partitions ?? [];
    const config = resources.find(({ resourceName }) => resourceName === topic.name)?.configEntries ?? [];
    const found: Record<string, string> = {
      partitions: String(partitions.length),
      replication: String(Math.min(...partitions.map(({ replicas }) => replicas.length))),
      ...Object.fromEntries(config.map(({ configName, configValue }) => [configName, configValue])),
    };
    const wanted: Record<string, string> = {
      partitions: String(topic.partitions),
      replication: String(topic.replication),
      ...configOf(topic),
    };
    return Object.entries(wanted)
      .filter(([what, value]) => found[what] !== value)
      .map(([what, value]) => ({
        topic: topic.name,
        what,
        wanted: value,
        found: found[what] ?? 'unknown',
      }));
  });
}

async function withAdmin<T>(
  connection: ApplyTopics['connection'],
  work: (admin: Admin) => Promise<T>,
): Promise<T> {
  silenceNegativeTimeouts();
  const admin = new Kafka({
    brokers: [...connection.brokers],
    ...securityOptions(connection.security),
    clientId: 'countersign-topics',
    logLevel: logLevel.NOTHING,
    connectionTimeout: 5_000,
    retry: { retries: 4, initialRetryTime: 200, maxRetryTime: 2_000 },
  }).admin();
  try {
    await admin.connect().catch((cause: Error) => {
      throw whyUnreachable(connection.brokers, cause);
    });
    return await work(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
