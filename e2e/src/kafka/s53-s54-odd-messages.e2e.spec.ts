import { randomUUID } from 'node:crypto';
import { caseStream, deterministicId, type Service, topics } from '@countersign/contracts';
import { readTopic, type TopicRecord } from '@countersign/messaging/kafka/read';
import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForRefund } from '../harness/refund-story.js';
import { type KafkaSystem, startOnKafka } from './kafka-system.js';

const slow = { withinMs: 180_000 };
const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];

await describeOnKafka('odd and repeated messages', () => {
  let on: KafkaSystem;
  beforeAll(async () => {
    on = await startOnKafka();
  });
  afterAll(() => on.system.stop());

  const put = (conversation: string, value: string | Uint8Array, id: string = randomUUID()) =>
    on.system.bus.put(topics.customerRequests, {
      ...{ tenant: 'fjordlight', key: conversation, id, headers: {} },
      value: Buffer.from(value),
    });

  const requestOf = async (conversation: string, requestId: string) => ({
    ...{ requestId, conversationId: conversation, token: await on.system.as('ada').token() },
    text: 'Please check order #4821 and draft a refund for approval.',
  });

  const typesOf = async (conversation: string) =>
    (await on.system.events(caseStream(deterministicId('case', 'fjordlight', conversation)))).map(
      ({ type }) => type,
    );

  const deadLetters = async (key: string): Promise<readonly TopicRecord[]> => {
    const { brokers, topicPrefix = '' } = on.kafka;
    const found: TopicRecord[] = [];
    for await (const record of readTopic({ brokers, topicPrefix, topic: topics.deadLetters })) {
      if (record.key === key) found.push(record);
    }
    return found;
  };

  test('S53: what cannot be read is set aside with its bytes and reason, and the next of the partition is heard', async () => {
    const conversation = randomUUID();
    const newer = { ...(await requestOf(conversation, randomUUID())), schemaVersion: 2 };
    const odd = ['this is not JSON', Buffer.from([0x7b, 0x22, 0xc3, 0x28]), JSON.stringify(newer), '[]'];
    for (const value of odd) await put(conversation, value);
    await put(conversation, JSON.stringify(await requestOf(conversation, randomUUID())));
    await waitFor(
      'the case',
      async () => (await typesOf(conversation)).find((t) => t === 'QuestionAsked'),
      slow,
    );
    const letters = await waitFor(
      'four dead letters',
      async () => {
        const found = await deadLetters(conversation);
        return found.length === odd.length ? found : undefined;
      },
      slow,
    );
    expect(letters.map(({ headers }) => headers['deadletter_code']).sort()).toEqual([
      'not_an_object',
      'not_json',
      'not_utf8',
      'unknown_version',
    ]);
    expect(letters.map(({ value }) => Buffer.from(value).toString('hex')).sort()).toEqual(
      odd.map((value) => Buffer.from(value).toString('hex')).sort(),
    );
  });

  test('S53: 5 MB is refused by the broker, and the topic goes on', async () => {
    const conversation = randomUUID();
    await expect(put(conversation, 'x'.repeat(5_000_000))).rejects.toMatchObject({
      code: 'too_large',
    });
    await put(conversation, JSON.stringify(await requestOf(conversation, randomUUID())));
    await waitFor(
      'the case',
      async () => (await typesOf(conversation)).find((t) => t === 'CaseOpened'),
      slow,
    );
  });

  test('S54: ten times the same request is one', async () => {
    const conversation = randomUUID();
    const [id, value] = [randomUUID(), JSON.stringify(await requestOf(conversation, randomUUID()))];
    for (let time = 0; time < 10; time += 1) await put(conversation, value, id);
    const last = randomUUID();
    await put(
      conversation,
      JSON.stringify({ ...(await requestOf(conversation, last)), text: 'Thank you.' }),
      last,
    );
    const messages = await waitFor(
      'the last message',
      async () => {
        const types = await typesOf(conversation);
        const heard = types.filter((type) => type === 'CustomerMessageReceived').length;
        return heard >= 2 ? types : undefined;
      },
      slow,
    );
    expect(messages.filter((type) => type === 'CaseOpened')).toHaveLength(1);
    expect(messages.filter((type) => type === 'CustomerMessageReceived')).toHaveLength(2);
  });

  test('S54: services that hear everything again from the first event append nothing and send nothing', async () => {
    const story = await askForRefund(on.system, { lines });
    expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
    await on.system.waitForEvent(story.proposalId, 'ProposalCompleted', slow);
    await story.ada.waitForReply('that it is done', ({ code }) => code === 'completed', slow);
    const before = await on.system.threeRecords(story.proposalId);
    const again = async (service: Service) => {
      await on.processes.kill(service);
      await on.system.bus.rewind(service);
      await on.processes.start(service);
    };
    await Promise.all((['policy_gate', 'executor', 'reconciler'] as const).map(again));
    // They have come through everything when they carry the next one.
    const next = await askForRefund(on.system, { lines });
    expect((await next.ada.decide(next.proposalId, 'approve')).status).toBe(200);
    await on.system.waitForEvent(next.proposalId, 'ProposalCompleted', slow);
    expect(await on.system.threeRecords(story.proposalId)).toEqual(before);
  });
});
