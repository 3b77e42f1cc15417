import { randomUUID } from 'node:crypto';
import type { Topic } from '@countersign/contracts';
import kafkajs, { type Admin, type Batch, type Kafka } from 'kafkajs';
import { askAdmin } from '../kafka/ask-admin.js';
import { type KafkaRecord, recordOf } from '../kafka/record.js';
import { whyUnreachable } from '../kafka-admin/kafka-unreachable.js';
import { silenceNegativeTimeouts } from '../kafka-admin/negative-timeouts.js';
import { type KafkaSecurity, securityOptions } from '../kafka-security/security.js';
import { Handover } from './handover.js';

export type TopicRecord = KafkaRecord;

export interface ReadTopic {
  readonly brokers: readonly string[];
  readonly topic: Topic;
  readonly security?: KafkaSecurity;
  /** In front of its name, where a cluster is shared. */
  readonly topicPrefix?: string;
  /** Of every partition; its beginning unless said otherwise. */
  readonly from?: { readonly offset: bigint } | { readonly since: Date };
  /** Records of this instant and later are left out. */
  readonly until?: Date;
}

/** The topic is not on the cluster. */
class TopicMissing extends Error {
  override readonly name = 'TopicMissing';
  readonly code = 'topic_missing';
}

interface Span {
  readonly from: bigint;
  /** The first offset that is not read. */
  readonly end: bigint;
}

/**
 * Every record of a topic as it lies there now, in the order of each partition.
 * @throws KafkaUnreachable, TopicMissing
 */
export async function* readTopic(reading: ReadTopic): AsyncGenerator<TopicRecord> {
  silenceNegativeTimeouts();
  const name = `${reading.topicPrefix ?? ''}${reading.topic}`;
  const groupId = `countersign-read-${randomUUID()}`;
  const client = new kafkajs.Kafka({
    brokers: [...reading.brokers],
    ...securityOptions(reading.security),
    clientId: 'countersign-read',
    logLevel: kafkajs.logLevel.NOTHING,
    connectionTimeout: 5_000,
    retry: { retries: 6, initialRetryTime: 100, maxRetryTime: 2_000 },
  });
  const admin = client.admin();
  await admin.connect().catch((cause: Error) => {
    throw whyUnreachable(reading.brokers, cause);
  });
  try {
    const spans = await askAdmin(client, (fresh) => spansOf(fresh, name, reading));
    if (spans.size > 0) yield* recordsIn(client, { name, groupId, spans, topic: reading.topic });
  } finally {
    await admin.deleteGroups([groupId]).catch(() => undefined);
    await admin.disconnect().catch(() => undefined);
  }
}

/** What there is to read of each partition; those with nothing are left out. */
async function spansOf(
  admin: Admin,
  name: string,
  { from, until }: ReadTopic,
): Promise<ReadonlyMap<number, Span>> {
  if (!(await admin.listTopics()).includes(name)) {
    throw new TopicMissing(`The cluster has no topic ${name}.`);
  }
  const ends = await admin.fetchTopicOffsets(name);
  const since = from !== undefined && 'since' in from ? await offsetsAt(admin, name, from.since) : undefined;
  const before = until === undefined ? undefined : await offsetsAt(admin, name, until);
  const spans = new Map<number, Span>();
  for (const { partition, low, high } of ends) {
    const least = BigInt(low);
    const asked = from !== undefined && 'offset' in from ? from.offset : (since?.get(partition) ?? least);
    const begin = asked > least ? asked : least;
    const last = BigInt(high);
    const bound = before?.get(partition) ?? last;
    const end = bound < last ? bound : last;
    if (begin < end) spans.set(partition, { from: begin, end });
  }
  return spans;
}

/** The first offset of each partition at or after an instant; its end where there is none. */
async function offsetsAt(admin: Admin, name: string, at: Date): Promise<ReadonlyMap<number, bigint>> {
  const found = await admin.fetchTopicOffsetsByTimestamp(name, at.getTime());
  return new Map(found.map(({ partition, offset }) => [partition, BigInt(offset)]));
}

interface Reading {
  readonly name: string;
  readonly topic: Topic;
  readonly groupId: string;
  readonly spans: ReadonlyMap<number, Span>;
}

async function* recordsIn(client: Kafka, reading: Reading): AsyncGenerator<TopicRecord> {
  const { name, topic, groupId, spans } = reading;
  const open = new Map(spans);
  const handover = new Handover<Batch>();
  const consumer = client.consumer({
    ...{ groupId, sessionTimeout: 60_000, allowAutoTopicCreation: false, maxWaitTimeInMs: 200 },
    retry: { retries: 6, restartOnFailure: () => Promise.resolve(false) },
  });
  consumer.on(consumer.events.CRASH, ({ payload }) => handover.fail(payload.error));
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [name], fromBeginning: true });
    await consumer.run({
      autoCommit: false,
      eachBatch: ({ batch, heartbeat }) => handover.give(batch, heartbeat),
    });
    for (const [partition, { from }] of spans)
      consumer.seek({ topic: name, partition, offset: String(from) });
    while (open.size > 0) {
      const batch = await handover.take();
      const { partition } = batch;
      const span = open.get(partition);
      if (span === undefined) continue;
      for (const message of batch.messages) {
        const offset = BigInt(message.offset);
        if (offset >= span.from && offset < span.end) yield recordOf({ topic, partition }, message);
      }
      // A first page may come from before the seek took hold; it is passed over.
      if (BigInt(batch.lastOffset()) + 1n >= span.end) open.delete(partition);
    }
  } finally {
    handover.close();
    await consumer.disconnect().catch(() => undefined);
  }
}
