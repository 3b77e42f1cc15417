import { randomUUID } from 'node:crypto';
import { caseStream, topics } from '@countersign/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { everythingIsHeard, forgetAll, hearAllAgain, rememberAgain } from '../harness/hear-again.js';
import { publishDecision, publishTo } from '../harness/ingress.js';
import { parkedOf } from '../harness/parked.js';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { waitingCard } from '../harness/waiting-card.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const one = { lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 7_900 }] };

/** The story in one line a record: what an undisturbed run leaves, whoever heard it how often. */
async function leftBy(story: RefundStory) {
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  const { stream, effects } = await system.threeRecords(story.proposalId);
  const ofCase = (await system.events(caseStream(story.caseId))).map((event) => event.type);
  return {
    stream,
    effects: effects.map(({ amountMinor, currency, charge }) => [
      amountMinor,
      currency,
      charge === story.charge,
    ]),
    told: (await story.ada.replies()).map((reply) => reply.code),
    observed: ofCase.filter((type) => type === 'ActionObserved').length,
    asked: ofCase.filter((type) => type === 'QuestionAsked').length,
    attached: ofCase.filter((type) => type === 'ProposalAttached').length,
    ended: ofCase.filter((type) => type === 'CaseCompleted').length,
  };
}

async function play(): Promise<RefundStory> {
  const story = await askForRefund(system, one);
  expect(await story.ada.decide(story.proposalId, 'approve')).toMatchObject({ status: 200 });
  return story;
}

describe('S54: every event heard again and again, old ones in the middle of new ones', () => {
  beforeEach(() => forgetAll(system));
  afterEach(() => rememberAgain(system));

  test('once, twice, ten times: the same stream, one effect, the same words', async () => {
    const once = await leftBy(await play());
    expect(once).toMatchObject({
      effects: [[7_900, 'EUR', true]],
      told: ['question', 'awaiting_approval', 'approved', 'completed'],
    });
    const earlier = await play();
    await hearAllAgain(system);
    expect(await leftBy(earlier)).toEqual(once);

    const running = Array.from({ length: 3 }, () => play());
    let heard = 0;
    for (let times = 1; times <= 10; times += 1) heard += await hearAllAgain(system);
    for (const story of await Promise.all(running)) expect(await leftBy(story)).toEqual(once);
    // What had ended before was heard ten times more, out of order with the rest, and is as it was.
    expect(await leftBy(earlier)).toEqual(once);
    expect(heard).toBeGreaterThan(10 * 2 * once.observed);
    const { effects } = await system.admin.ledger();
    expect(effects).toHaveLength(5);
    expect(await parkedOf(system.raw)).toEqual([]);
  });
});

describe('S54: the same message on the ingress topics', () => {
  test('a request ten times under one id, and ten times under ids of their own: one case, one message, one question', async () => {
    const ada = system.newPerson('ada');
    const order = await system.admin.order(one);
    const value = {
      requestId: randomUUID(),
      conversationId: ada.conversationId,
      text: `Please check order #${order} and draft a refund for approval.`,
      token: await ada.token(),
    };
    const id = randomUUID();
    const message = { value, key: ada.conversationId };
    await Promise.all(
      Array.from({ length: 10 }, () => publishTo(system, topics.customerRequests, { ...message, id })),
    );
    for (let n = 0; n < 10; n += 1) await publishTo(system, topics.customerRequests, message);
    await ada.waitForReply('is it unopened?', (reply) => reply.code === 'question');
    // Messages of a conversation are heard in order, so this one comes after all of those.
    const { caseId } = await ada.say('Yes, it is still sealed, never opened.');
    await ada.waitForReply('the card', (reply) => reply.cards.length > 0);
    await everythingIsHeard(system);
    const types = (await system.events(caseStream(caseId))).map((event) => event.type);
    const count = (type: string) => types.filter((each) => each === type).length;
    expect(['CaseOpened', 'QuestionAsked', 'ProposalAttached'].map(count)).toEqual([1, 1, 1]);
    expect(['CustomerMessageReceived', 'CaseRouted', 'ReplySent'].map(count)).toEqual([2, 2, 2]);
    expect((await ada.replies()).map((reply) => reply.code)).toEqual(['question', 'awaiting_approval']);
  });

  test('a decision ten times under one id and ten times under others: one grant, one effect, replays on record', async () => {
    const { order, ...said } = await waitingCard(system);
    const decision = { ...said, decision: 'approve', token: await system.as('ada').token() };
    const id = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => publishDecision(system, decision, id)));
    for (let n = 0; n < 10; n += 1) await publishDecision(system, decision);
    await system.waitForEvent(said.proposalId, 'ProposalCompleted');
    await system.waitForEvent(said.proposalId, 'DecisionRefused', { nth: 10 });
    await everythingIsHeard(system);
    const { stream, effects } = await system.threeRecords(said.proposalId);
    for (const type of ['ApprovalGranted', 'ExecutionStarted', 'ExecutionSucceeded', 'ProposalCompleted']) {
      expect([type, stream.filter((each) => each === type).length]).toEqual([type, 1]);
    }
    expect(stream.filter((type) => type === 'DecisionRefused')).toHaveLength(10);
    expect(effects).toEqual([expect.objectContaining({ amountMinor: 4_200, charge: `ch_${order}` })]);
  });
});
