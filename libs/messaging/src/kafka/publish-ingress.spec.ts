import { systemPorts, topics } from '@countersign/contracts';
import { sealingWithoutKeys } from '@countersign/event-store';
import { expect, test } from '@jest/globals';
import type { TopicMessages } from 'kafkajs';
import { retryable } from '../failure/failure.js';
import { publishIngress } from './publish-ingress.js';
import { brokerAway, type Sender, tooLarge } from './sender.js';

const message = { tenant: 'fjordlight', key: 'c-1', id: 'm-1', headers: {}, value: '{"text":"hello"}' };

/** Publishes one message over a broker that first fails as told; answers what reached it each time. */
async function publishedWhile(codes: readonly string[]) {
  const left = [...codes];
  const sent: TopicMessages[] = [];
  const sender: Pick<Sender, 'send'> = {
    send: async (records) => {
      sent.push(...records);
      const code = left.shift();
      if (code !== undefined) throw retryable(code, 'It was not confirmed.');
    },
  };
  const bus = { sender: sender as Sender, topicName: (topic: string) => `of-a-test.${topic}` };
  const given = { bus, sealing: sealingWithoutKeys(), ports: systemPorts(), source: '/of-a-test' };
  const outcome = await publishIngress(topics.customerRequests, message, given).then(
    () => 'confirmed',
    (error: unknown) => (error as { code?: string }).code,
  );
  return { outcome, sent };
}

test('a broker that refuses for a moment is asked again, with the very same message', async () => {
  const { outcome, sent } = await publishedWhile([brokerAway, brokerAway]);
  expect(outcome).toBe('confirmed');
  expect(sent).toHaveLength(3);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toEqual(sent[0]);
});

test('a broker that stays away is given up after three tries, and the caller is told', async () => {
  const { outcome, sent } = await publishedWhile(Array.from({ length: 9 }, () => brokerAway));
  expect(outcome).toBe(brokerAway);
  expect(sent).toHaveLength(3);
});

test('a message that the broker will never take is not sent again', async () => {
  const { outcome, sent } = await publishedWhile([tooLarge, tooLarge]);
  expect(outcome).toBe(tooLarge);
  expect(sent).toHaveLength(1);
});
