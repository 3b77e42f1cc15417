import { readFileSync } from 'node:fs';
import { topics } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { parseTopics, type TopicPlan } from './topics-file.js';

const file = new URL('../../../../deploy/kafka/topics.yaml', import.meta.url);
const good = {
  name: 'a.b',
  partitions: 3,
  replication: 3,
  retention: '7d',
  cleanup: 'delete',
  maxMessageBytes: 1024,
  timestamps: 'created',
};
const listed = (...entries: unknown[]) => JSON.stringify({ topics: entries });

describe('deploy/kafka/topics.yaml', () => {
  const plans = parseTopics(readFileSync(file, 'utf8'));
  const plan = (name: string): TopicPlan | undefined => plans.find((topic) => topic.name === name);

  test.each([topics.cases, topics.proposals])('keeps every event of %s for ever', (name) => {
    expect(plan(name)).toMatchObject({ retentionMs: -1, cleanup: 'delete' });
  });

  test('lets go of what people wrote and signed after a week', () => {
    for (const name of [topics.customerRequests, topics.approvalDecisions, topics.replies]) {
      expect(plan(name)).toMatchObject({ retentionMs: 604_800_000, cleanup: 'delete' });
    }
  });

  test('dates by the broker what outside parties publish: a token is judged as of that instant', () => {
    for (const name of [topics.customerRequests, topics.approvalDecisions]) {
      expect(plan(name)).toMatchObject({ timestamps: 'appended' });
    }
  });

  test('takes in dead-letters the largest of any other, with room for the reason', () => {
    const most = Math.max(
      ...plans.filter(({ name }) => name !== topics.deadLetters).map((topic) => topic.maxMessageBytes),
    );
    expect(plan(topics.deadLetters)?.maxMessageBytes).toBeGreaterThanOrEqual(most + 65_536);
  });
});

describe('a list of topics', () => {
  test('is read whole', () => {
    expect(
      parseTopics(listed(good, { ...good, name: 'c', retention: 'forever', cleanup: 'compact' })),
    ).toEqual([
      {
        name: 'a.b',
        partitions: 3,
        replication: 3,
        retentionMs: 604_800_000,
        cleanup: 'delete',
        maxMessageBytes: 1024,
        timestamps: 'created',
      },
      expect.objectContaining({ name: 'c', retentionMs: -1, cleanup: 'compact' }),
    ]);
  });

  test.each([
    ['topics: [', /^It is not YAML/],
    ['', /no list of topics/],
    [listed(), /no list of topics/],
    [listed('a'), /Topic 1 is not a mapping/],
    [listed({ ...good, name: 'a b' }), /Topic 1 has no name/],
    [listed({ ...good, partitions: 0 }), /a\.b: partitions is not a whole number/],
    [listed({ ...good, replication: '3' }), /a\.b: replication is not a whole number/],
    [listed({ ...good, retention: '7' }), /a\.b: retention is neither days/],
    [listed({ ...good, cleanup: 'none' }), /a\.b: cleanup is neither delete nor compact/],
    [listed({ ...good, timestamps: undefined }), /a\.b: timestamps is neither created nor appended/],
    [listed({ ...good, partition: 3 }), /a\.b: partition is not something a topic has/],
    [listed(good, good), /a\.b is listed twice/],
  ])('is refused: %s', (text, message) => {
    expect(() => parseTopics(text)).toThrow(message);
    expect(() => parseTopics(text)).toThrow(expect.objectContaining({ code: 'topics_invalid' }));
  });
});
