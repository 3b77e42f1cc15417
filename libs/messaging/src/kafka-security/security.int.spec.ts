import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { topics } from '@countersign/contracts';
import { createLogger } from '@countersign/telemetry';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KafkaBus } from '../kafka/bus.js';
import { applyTopics, type TopicPlan } from '../kafka-admin/kafka-admin.js';
import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { type LocalKafka, startLocalKafka } from '../kafka-local/kafka-local.js';
import { readTopic, type TopicRecord } from '../kafka-reading/kafka-reading.js';
import type { KafkaSecurity } from './security.js';

await describeOnKafka('a broker that wants to know who asks', () => {
  const user = { username: 'countersign', password: 'right-horse-battery' };
  const right: KafkaSecurity = { sasl: { mechanism: 'plain', ...user } };
  const wrong: KafkaSecurity = { sasl: { mechanism: 'plain', ...user, password: 'wrong-horse' } };
  const plan: TopicPlan = {
    ...{ name: topics.replies, partitions: 1, replication: 1, retentionMs: 600_000 },
    ...{ cleanup: 'delete', maxMessageBytes: 1_048_576, timestamps: 'created' },
  };
  let folder: string;
  let kafka: LocalKafka;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-sasl-'));
    kafka = await startLocalKafka({ folder, port: 0, heapMb: 256, sasl: user });
  });

  afterAll(async () => {
    await kafka?.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const apply = (security: KafkaSecurity) => {
    const connection = { brokers: kafka.saslBrokers, security };
    return applyTopics({ connection, topics: [plan] });
  };

  test('lets in who has the password: topics are made, a record is sent and read', async () => {
    expect(await apply(right)).toMatchObject({ created: [topics.replies] });
    const logger = createLogger({ service: 'test', level: 'silent', now: () => Date.now() });
    const bus = new KafkaBus(
      { brokers: kafka.saslBrokers, clientId: 'countersign-test', security: right },
      logger,
    );
    await bus.sender.send([{ topic: topics.replies, messages: [{ key: 'k', value: Buffer.from('hello') }] }]);
    await bus.close();
    const read: TopicRecord[] = [];
    for await (const record of readTopic({
      brokers: kafka.saslBrokers,
      topic: topics.replies,
      security: right,
    })) {
      read.push(record);
    }
    expect(read.map(({ value }) => Buffer.from(value).toString())).toEqual(['hello']);
  });

  test('keeps out who has another, and says that it is the password and not the broker', async () => {
    await expect(apply(wrong)).rejects.toMatchObject({
      code: 'kafka_unreachable',
      message: `Kafka at ${kafka.saslBrokers.join(',')} refuses the user name or the password.`,
    });
  });

  test('keeps out who says nothing', async () => {
    await expect(apply({})).rejects.toThrow();
  });
});
