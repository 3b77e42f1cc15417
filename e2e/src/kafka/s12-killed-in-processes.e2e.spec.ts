import { describeOnKafka } from '@countersign/messaging/kafka/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { type KafkaSystem, startOnKafka } from './kafka-system.js';

const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 7_900 }];
const send = 'POST /v1/refunds';
const slow = { withinMs: 180_000 };

await describeOnKafka('scenarios on Kafka, each service a process of its own', () => {
  let on: KafkaSystem;
  beforeAll(async () => {
    on = await startOnKafka();
  });
  afterEach(() => on.system.admin.mend('payments'));
  afterAll(() => on.system.stop());

  const completed = async ({ ada, proposalId }: RefundStory) => {
    await on.system.waitForEvent(proposalId, 'ProposalCompleted', slow);
    const done = await ada.waitForReply('that it is done', ({ code }) => code === 'completed', slow);
    const { stream, effects } = await on.system.threeRecords(proposalId);
    expect(effects).toHaveLength(1);
    expect(done.text).toContain(effects[0]?.effect ?? 'no reference');
    return { stream, effects };
  };

  const approvedUnder = async (fault: () => Promise<unknown>): Promise<RefundStory> => {
    const story = await askForRefund(on.system, { lines });
    await fault();
    expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
    return story;
  };

  test('S12: the executor is killed while its call is on the way: another goes on, one refund', async () => {
    const story = await approvedUnder(() =>
      on.system.admin.fault('payments', {
        route: send,
        kind: 'delay',
        delayMs: 1_200,
        applied: true,
        times: 1,
      }),
    );
    await on.system.waitForEvent(story.proposalId, 'ExecutionStarted', slow);
    await on.processes.kill('executor');
    await on.processes.start('executor');
    const { stream } = await completed(story);
    expect(stream.at(-1)).toBe('ProposalCompleted');
  });

  test('S12: the approval-service is killed before it asks: it asks when it is back, and one refund is made', async () => {
    await on.processes.kill('approval_service');
    const ada = on.system.newPerson('ada');
    const order = await on.system.admin.order({ lines });
    await ada.say(`Please check order #${order} and draft a refund for approval.`);
    await ada.waitForReply('is it unopened?', ({ text }) => /unopened|sealed/i.test(text), slow);
    const { caseId } = await ada.say('Yes, it is still sealed, never opened.');
    await on.processes.start('approval_service');
    const shown = await ada.waitForReply('the card', ({ cards }) => cards.length > 0, slow);
    const [card] = shown.cards;
    if (card === undefined) throw new Error('No card was shown.');
    expect((await ada.decide(card.proposalId, 'approve')).status).toBe(200);
    const { stream } = await completed({ ada, order, charge: `ch_${order}`, caseId, ...card });
    expect(stream.filter((type) => type === 'ApprovalRequested')).toHaveLength(1);
  });
});
