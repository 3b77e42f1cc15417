import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { Kafka, logLevel } from 'kafkajs';
import { describeOnKafka } from '../kafka-local/describe-on-kafka.js';
import { type TestKafka, testKafka } from '../kafka-local/test-kafka.js';
import { applyTopics } from './apply-topics.js';
import { parseTopics, type TopicPlan } from './topics-file.js';

await describeOnKafka('applying the topics', () => {
  let kafka: TestKafka;
  let topics: readonly TopicPlan[];

  const apply = (changed: readonly TopicPlan[] = topics) =>
    applyTopics({
      connection: { brokers: [...kafka.brokers] },
      topics: changed,
      replication: 1,
      prefix: kafka.topicPrefix,
    });
  const named = (names: readonly TopicPlan[]) => names.map(({ name }) => `${kafka.topicPrefix}${name}`);

  beforeAll(async () => {
    kafka = await testKafka();
    topics = parseTopics(
      await readFile(new URL('../../../../deploy/kafka/topics.yaml', import.meta.url), 'utf8'),
    );
  });

  test('creates what is missing, and a second time nothing', async () => {
    expect(await apply(topics.slice(0, 2))).toEqual({
      created: named(topics.slice(0, 2)),
      unchanged: [],
      differences: [],
    });
    expect(await apply()).toEqual({
      created: named(topics.slice(2)),
      unchanged: named(topics.slice(0, 2)),
      differences: [],
    });
    expect(await apply()).toEqual({ created: [], unchanged: named(topics), differences: [] });
  });

  test('tells what differs, and leaves it as it is', async () => {
    const [first, ...others] = topics as [TopicPlan, ...TopicPlan[]];
    const topic = `${kafka.topicPrefix}${first.name}`;
    const fewer = [{ ...first, partitions: 2, retentionMs: 86_400_000 }, ...others];
    const differences = [
      { topic, what: 'partitions', wanted: '2', found: '12' },
      { topic, what: 'retention.ms', wanted: '86400000', found: '-1' },
    ];
    for (const _ of [1, 2]) {
      expect(await apply(fewer)).toEqual({ created: [], unchanged: named(others), differences });
    }
    expect((await apply([{ ...first, partitions: 24 }])).differences).toEqual([
      { topic, what: 'partitions', wanted: '24', found: '12' },
    ]);
    expect((await apply()).differences).toEqual([]);
  });

  test('a publisher cannot date what it publishes to an ingress topic', async () => {
    await apply();
    const client = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING });
    const producer = client.producer();
    await producer.connect();
    const topic = `${kafka.topicPrefix}countersign.approval-decisions`;
    const before = Date.now();
    const backdated = { key: 'a', value: 'x', timestamp: String(before - 3_600_000) };
    const [sent] = await producer.send({ topic, messages: [backdated] });
    await producer.disconnect();
    expect(Number(sent?.logAppendTime)).toBeGreaterThanOrEqual(before);
  });

  test('a topic that was not applied is not made by asking for it', async () => {
    const producer = new Kafka({
      brokers: [...kafka.brokers],
      logLevel: logLevel.NOTHING,
      retry: { retries: 1 },
    }).producer();
    await producer.connect();
    const topic = `${kafka.topicPrefix}mistyped`;
    await expect(producer.send({ topic, messages: [{ value: 'x' }] })).rejects.toThrow();
    await producer.disconnect();
  });

  test('more copies than there are brokers is one sentence', async () => {
    const name = 'copies';
    const wanted = { connection: { brokers: [...kafka.brokers] }, prefix: kafka.topicPrefix, replication: 3 };
    await expect(
      applyTopics({ ...wanted, topics: topics.slice(0, 1).map((topic) => ({ ...topic, name })) }),
    ).rejects.toMatchObject({
      code: 'topics_refused',
      message: `The cluster did not create ${kafka.topicPrefix}copies (INVALID_REPLICATION_FACTOR). There are fewer brokers than copies were asked for.`,
    });
  });

  test('no broker is one sentence', async () => {
    const connection = { brokers: ['127.0.0.1:9'] };
    await expect(applyTopics({ connection, topics })).rejects.toMatchObject({
      code: 'kafka_unreachable',
      message: 'No Kafka broker answers at 127.0.0.1:9.',
    });
  });
});
