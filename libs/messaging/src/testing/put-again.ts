import type { Topic } from '@countersign/contracts';
import kafkajs, { type Message } from 'kafkajs';
import { readTopic } from '../kafka-reading/read-topic.js';

export interface PutAgain {
  readonly brokers: readonly string[];
  readonly topicPrefix?: string;
  readonly topic: Topic;
}

const atOnce = 200;

/**
 * Puts everything that lies on a topic there once more, each in its own partition, as a relay does that lost its
 * place; what is published meanwhile comes in between. Answers how many it were.
 */
export async function putAgain({ brokers, topicPrefix = '', topic }: PutAgain): Promise<number> {
  const found: Message[] = [];
  for await (const { partition, key, value, headers } of readTopic({ brokers, topicPrefix, topic })) {
    found.push({ partition, key, value: Buffer.from(value), headers: { ...headers } });
  }
  const { Kafka, Partitioners, logLevel } = kafkajs;
  const client = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
  const producer = client.producer({ createPartitioner: Partitioners.DefaultPartitioner });
  await producer.connect();
  try {
    for (let from = 0; from < found.length; from += atOnce) {
      const messages = found.slice(from, from + atOnce);
      await producer.send({ topic: `${topicPrefix}${topic}`, messages });
    }
    return found.length;
  } finally {
    await producer.disconnect();
  }
}
