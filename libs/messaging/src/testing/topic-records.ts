import { randomUUID } from 'node:crypto';
import type { Topic } from '@countersign/contracts';
import { askAdmin } from '../kafka/ask-admin.js';
import { type KafkaRecord, recordOf } from '../kafka/record.js';
import { type KafkaSettings, topicNameOf } from '../kafka/settings.js';
import { testClient } from './kafka-topics.js';
import { until } from './until.js';

/** Everything a topic holds now, in the order of each partition. */
export async function topicRecords(kafka: KafkaSettings, topic: Topic): Promise<readonly KafkaRecord[]> {
  const client = testClient(kafka.brokers);
  const name = topicNameOf(kafka, topic);
  const ends = await askAdmin(client, (admin) => admin.fetchTopicOffsets(name));
  const wanted = new Map(ends.map(({ partition, high }) => [partition, BigInt(high)]));
  const records: KafkaRecord[] = [];
  const reached = new Map<number, bigint>();
  const consumer = client.consumer({ groupId: `read-${randomUUID()}`, maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topics: [name], fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch: { partition, messages } }) => {
      for (const message of messages) {
        records.push(recordOf({ topic, partition }, message));
        reached.set(partition, BigInt(message.offset) + 1n);
      }
    },
  });
  try {
    await until(() => [...wanted].every(([partition, end]) => (reached.get(partition) ?? 0n) >= end));
  } finally {
    await consumer.disconnect();
  }
  return records;
}
