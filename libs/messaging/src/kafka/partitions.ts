import kafkajs, { type Kafka } from 'kafkajs';
import { askAdmin } from './ask-admin.js';

// Node finds only some of its names in a CommonJS module; all of them are on the default.
const { Partitioners } = kafkajs;
const partitioner = Partitioners.DefaultPartitioner();

/** Where a key goes among so many partitions: as Kafka's own clients place it. */
export function partitionOf(key: string, count: number): number {
  const partitionMetadata = Array.from({ length: count }, (_, partitionId) => ({
    partitionId,
    leader: 0,
    partitionErrorCode: 0,
    replicas: [],
    isr: [],
  }));
  return partitioner({ topic: '', partitionMetadata, message: { key, value: null } });
}

/** How many partitions each topic has. @throws when the broker does not answer or a topic is not there. */
export async function partitionCounts(
  client: Kafka,
  topics: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await askAdmin(client, (admin) => admin.fetchTopicMetadata({ topics: [...topics] }));
  return new Map(found.topics.map(({ name, partitions }) => [name, partitions.length]));
}
