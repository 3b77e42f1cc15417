import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { parkedOf } from '../harness/parked.js';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  // The next try is far enough away for the customer to write before it.
  const waits = { RETRY_BASE_MS: '120000', RETRY_CEILING_MS: '120000', RETRY_ELAPSED_MAX_MS: '600000' };
  system = await System.start({ settings: waits });
});
afterEach(() => system.admin.mend('payments'));
afterAll(() => system.stop());

const send = 'POST /v1/refunds';
const lines = [
  { lineId: '1', title: 'headphones', unitPriceMinor: 4_200 },
  { lineId: '2', title: 'travel case', unitPriceMinor: 3_700 },
];

/** Consented to, sent, and turned away with 503 ever since; where `applied`, payments made the refund all the same. */
async function turnedAway(applied: boolean): Promise<RefundStory> {
  const story = await askForRefund(system, { lines });
  await system.admin.fault('payments', { route: send, kind: 'status_503', applied });
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(story.proposalId, 'ExecutionRetryScheduled');
  return story;
}

/** The customer wants less after all; answers the proposal that says so. */
async function changed({ ada, proposalId }: RefundStory): Promise<string> {
  await ada.say('Actually, please refund only the travel case.');
  const asked = await system.waitForEvent(proposalId, 'ReplacementAsked');
  const change = String(asked.data['by']);
  expect((await system.waitForEvent(change, 'ProposalDrafted')).data).toMatchObject({
    supersedes: proposalId,
    action: { money: { amountMinor: 3_700 } },
  });
  return change;
}

test('S05: a change after payments applied the call and said 503: the first is found and stands, nothing is paid twice', async () => {
  const story = await turnedAway(true);
  const change = await changed(story);
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');
  await system.waitForEvent(change, 'PolicyDecided');

  const old = await system.types(story.proposalId);
  expect(old).not.toContain('ProposalSuperseded');
  expect(old.slice(old.indexOf('ReplacementAsked'))).not.toContain('ExecutionStarted');
  expect(await system.types(change)).not.toContain('ExecutionStarted');
  const { effects } = await system.admin.ledger(story.charge);
  expect(effects).toEqual([expect.objectContaining({ amountMinor: 7_900, operationId: story.proposalId })]);

  const open = await story.ada.waitForReply(
    'that nobody knows yet',
    ({ code }) => code === 'outcome_unknown',
  );
  expect(open.text).toMatch(/could not confirm.*don't ask for it again/);
  await story.ada.waitForReply(
    'that it is done',
    ({ code, text }) => code === 'completed' && /79\.00/.test(text),
  );
  await story.ada.waitForReply('why the change is not', ({ code }) => code === 'denied');
  expect(await parkedOf(system.raw)).toEqual([]);
});

test('S05: a change after payments was really busy: proven absent, replaced, and only the change is paid', async () => {
  const story = await turnedAway(false);
  const told = (await story.ada.replies()).length;
  const change = await changed(story);
  const replaced = await system.waitForEvent(story.proposalId, 'ProposalSuperseded');
  expect(replaced.data).toMatchObject({ by: change });
  const old = await system.types(story.proposalId);
  expect(old.slice(old.indexOf('ReplacementAsked'))).toContain('OutcomeReconciled');
  expect(old.slice(old.indexOf('ReplacementAsked'))).not.toContain('ExecutionStarted');

  await system.admin.mend('payments');
  await story.ada.waitForReply('the new card', ({ cards }) => cards.some((c) => c.proposalId === change), {
    from: told,
  });
  expect((await story.ada.decide(change, 'approve')).status).toBe(200);
  await system.waitForEvent(change, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(story.charge);
  expect(effects).toEqual([expect.objectContaining({ amountMinor: 3_700, operationId: change })]);
  await story.ada.waitForReply(
    'that it is done',
    ({ code, text }) => code === 'completed' && /37\.00/.test(text),
  );
});
