import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { caseStream, deterministicId, type RecordedEvent, topics } from '@countersign/contracts';
import { readTopic, type TopicRecord } from '@countersign/messaging/kafka/read';
import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { type KafkaSystem, startOnKafka } from './kafka-system.js';

const publisher = resolve(import.meta.dirname, '../../../docs/guides/publisher/publish.mjs');
const run = promisify(execFile);
const slow = { withinMs: 180_000 };

await describeOnKafka('outside parties publish to the ingress topics', () => {
  let on: KafkaSystem;
  beforeAll(async () => {
    on = await startOnKafka();
  });
  afterAll(() => on.system.stop());

  /** The file that the guide shows, run as it is shown. */
  const publish = async (
    what: 'request' | 'decision',
    token: string,
    more: Readonly<Record<string, string>>,
  ) => {
    const { brokers, topicPrefix = '' } = on.kafka;
    const given = { brokers: brokers.join(','), 'topic-prefix': topicPrefix, tenant: 'fjordlight', ...more };
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name}`, value]);
    const env = { PATH: process.env['PATH'] ?? '', TOKEN: token };
    const { stdout } = await run(process.execPath, [publisher, what, ...flags], { env });
    return JSON.parse(stdout) as { topic: string; offset: string; id: string };
  };

  const caseOf = (conversation: string) =>
    on.system.events(caseStream(deterministicId('case', 'fjordlight', conversation)));

  const untilInCase = (conversation: string, type: string): Promise<RecordedEvent> =>
    waitFor(
      `${type} in the case`,
      async () => (await caseOf(conversation)).find((one) => one.type === type),
      slow,
    );

  const deadLetter = (value: string): Promise<TopicRecord> =>
    waitFor(
      'a dead letter',
      async () => {
        const { brokers, topicPrefix = '' } = on.kafka;
        for await (const record of readTopic({ brokers, topicPrefix, topic: topics.deadLetters })) {
          if (Buffer.from(record.value).toString().includes(value)) return record;
        }
        return undefined;
      },
      slow,
    );

  const waiting = (): Promise<RefundStory> =>
    askForRefund(on.system, { lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }] });

  const decision = async (
    { ada, proposalId }: RefundStory,
    change: Readonly<Record<string, string>> = {},
  ) => {
    const { digest, sight } = await ada.cardWhenAsked(proposalId);
    const seen = { digest: String(digest), sight: String(sight) };
    return { proposal: proposalId, decide: 'approve', ...seen, ...change };
  };

  const refusalOf = async (proposalId: string, nth: number) => {
    const { data } = await on.system.waitForEvent(proposalId, 'DecisionRefused', { nth, ...slow });
    return data['code'];
  };

  const nothingWasSent = async (proposalId: string) => {
    const { stream, effects } = await on.system.threeRecords(proposalId);
    expect(stream).not.toContain('ExecutionStarted');
    expect(effects).toEqual([]);
  };

  test('a request opens the case of its conversation, once however often it is published', async () => {
    const conversation = randomUUID();
    const ada = on.system.newPerson('ada');
    const request = { conversation, text: 'Please check order #4821 and draft a refund for approval.' };
    const { topic, id } = await publish('request', await ada.token(), request);
    expect(topic).toMatch(/countersign\.customer-requests$/);
    await publish('request', await ada.token(), { ...request, id });
    await untilInCase(conversation, 'QuestionAsked');
    const opened = await caseOf(conversation);
    expect(opened.filter(({ type }) => type === 'CustomerMessageReceived')).toHaveLength(1);
    expect(opened[0]).toMatchObject({ type: 'CaseOpened', data: { customer: { subject: 'ada' } } });
    const answered = await ada.waitForReply('is it unopened?', ({ text }) => /sealed|unopened/i.test(text), {
      conversationId: conversation,
      ...slow,
    });
    expect(answered.cards).toEqual([]);
  });

  test('a request with a token that does not hold becomes no event; it is set aside with its reason', async () => {
    const conversation = randomUUID();
    await publish('request', 'made-up', { conversation, text: 'Refund order #4821.' });
    const { headers } = await deadLetter(conversation);
    expect(headers).toMatchObject({ deadletter_service: 'coordinator', deadletter_kind: 'poison' });
    expect(await caseOf(conversation)).toEqual([]);
  });

  test('a decision on the card that was shown is recorded, and the refund is carried out once', async () => {
    const story = await waiting();
    await publish('decision', await story.ada.token(), await decision(story));
    await on.system.waitForEvent(story.proposalId, 'ProposalCompleted', slow);
    const { effects } = await on.system.threeRecords(story.proposalId);
    expect(effects).toHaveLength(1);
  });

  test('S50: no token, a broken one, an expired one, another tenant’s: each refused, on record, and nothing sent', async () => {
    const story = await waiting();
    const of = await decision(story);
    await publish('decision', '', of);
    expect(await refusalOf(story.proposalId, 1)).toBe('token_missing');
    await publish('decision', `${await story.ada.token()}x`, of);
    expect(await refusalOf(story.proposalId, 2)).toBe('token_invalid');
    await publish(
      'decision',
      await on.system.admin.badToken({ person: 'ada', kind: 'expired', seconds: 600 }),
      of,
    );
    expect(await refusalOf(story.proposalId, 3)).toBe('token_expired');
    await publish('decision', await on.system.as('zoe').token(), of);
    expect(await refusalOf(story.proposalId, 4)).toBe('other_tenant');
    await nothingWasSent(story.proposalId);
  });

  test('S50: a wrong digest, no sight, and an old decision for another proposal: each refused, on record', async () => {
    const [story, other] = [await waiting(), await waiting()];
    const token = await story.ada.token();
    await publish('decision', token, await decision(story, { digest: 'a'.repeat(64) }));
    expect(await refusalOf(story.proposalId, 1)).toBe('digest_differs');
    const { sight: _none, ...unseen } = await decision(story);
    await publish('decision', token, unseen);
    expect(await refusalOf(story.proposalId, 2)).toBe('sight_missing');
    const { sight } = await decision(other);
    await publish('decision', token, await decision(story, { sight: String(sight) }));
    expect(await refusalOf(story.proposalId, 3)).toBe('sight_invalid');
    await nothingWasSent(story.proposalId);
  });

  test('S50: a decision published again after it was used carries nothing out a second time', async () => {
    const story = await waiting();
    const of = await decision(story);
    const token = await story.ada.token();
    const { id } = await publish('decision', token, of);
    await on.system.waitForEvent(story.proposalId, 'ProposalCompleted', slow);
    await publish('decision', token, { ...of, id });
    await publish('decision', token, of);
    expect(['ended', 'already_decided', 'replayed']).toContain(await refusalOf(story.proposalId, 1));
    const { stream, effects } = await on.system.threeRecords(story.proposalId);
    expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
    expect(effects).toHaveLength(1);
  });
});
