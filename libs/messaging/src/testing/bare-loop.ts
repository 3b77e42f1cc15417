import { randomUUID } from 'node:crypto';
import kafkajs, { type Producer } from 'kafkajs';
import { silenceNegativeTimeouts } from '../kafka-admin/negative-timeouts.js';
import { createTopic } from './kafka-topics.js';

export interface BareMessage {
  readonly key: string;
  readonly value: string;
}

export interface BareLoop {
  /** Sends them and resolves when the consumer has been handed the last one. */
  hop(messages: readonly BareMessage[]): Promise<void>;
  stop(): Promise<void>;
}

interface Waiting {
  readonly id: string;
  readonly messages: readonly BareMessage[];
}

/**
 * What a benchmark holds a transport against: one idempotent producer that waits for every replica, one consumer,
 * and nothing else. What waits while a send is under way goes with the next one, without any delay.
 * Makes its topic; the broker has no other use for it.
 */
export async function openBareLoop(at: {
  readonly brokers: readonly string[];
  readonly topic: string;
  readonly partitions: number;
}): Promise<BareLoop> {
  silenceNegativeTimeouts();
  const { topic, partitions } = at;
  const retry = { retries: 8, initialRetryTime: 50, maxRetryTime: 500 };
  const client = new kafkajs.Kafka({ brokers: [...at.brokers], logLevel: kafkajs.logLevel.NOTHING, retry });
  const admin = client.admin();
  await admin.connect();
  await createTopic(admin, { topic, numPartitions: partitions, replicationFactor: 1 });
  await admin.disconnect();
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner;
  const producer = client.producer({ idempotent: true, createPartitioner });
  const consumer = client.consumer({ groupId: `${topic}.bare`, maxWaitTimeInMs: 500 });
  await Promise.all([producer.connect(), consumer.connect()]);
  const hops = new Map<string, PromiseWithResolvers<void>>();
  const joined = new Promise<void>((resolve) => consumer.on(consumer.events.GROUP_JOIN, () => resolve()));
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await consumer.run({
    eachBatch: async ({ batch }) => {
      for (const { headers } of batch.messages) {
        const id = String(headers?.['hop'] ?? '');
        hops.get(id)?.resolve();
        hops.delete(id);
      }
    },
  });
  await joined;
  const sendSoon = grouped(producer, topic);
  return {
    async hop(messages) {
      const id = randomUUID();
      const arrived = Promise.withResolvers<void>();
      hops.set(id, arrived);
      await Promise.all([sendSoon({ id, messages }), arrived.promise]);
    },
    async stop() {
      await Promise.all([producer.disconnect(), consumer.disconnect()]);
    },
  };
}

function grouped(producer: Producer, topic: string): (one: Waiting) => Promise<void> {
  let waiting: Waiting[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  const send = async () => {
    const group = waiting;
    waiting = [];
    next = undefined;
    const messages = group.flatMap(({ id, messages: own }) =>
      own.map((one, n) => ({ ...one, ...(n === own.length - 1 && { headers: { hop: id } }) })),
    );
    await producer.send({ topic, acks: -1, messages });
  };
  return (one) => {
    waiting.push(one);
    next ??= sending.catch(() => undefined).then(send);
    sending = next;
    return next;
  };
}
