import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { refundAnew } from '../harness/refund-anew.js';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import { resolveByTwo, waitForRecoveryItem } from '../harness/resolve-by-two.js';
import { System } from '../harness/system.js';
import { sendsOf } from '../harness/wire.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];

/** Accepted by payments and not settled: read back, completed, told, and the case is over. */
async function refundedAndTold(): Promise<RefundStory & { readonly refund: string }> {
  const story = await askForRefund(system, { lines });
  await system.admin.changeCharge(story.charge, { refundStatus: 'pending' });
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  const completed = await system.waitForEvent(story.proposalId, 'ProposalCompleted');
  expect(completed.data).toMatchObject({ receipt: { settled: 'pending' } });
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  await caseIs(story, 'completed');
  const [effect] = (await system.threeRecords(story.proposalId)).effects;
  return { ...story, refund: effect?.effect ?? '' };
}

function caseIs({ ada }: RefundStory, status: string): Promise<true> {
  return waitFor(`the case to be ${status}`, async () =>
    (await ada.conversation())['status'] === status ? true : undefined,
  );
}

/** The three records after a refund that failed late: what is on ours, in the ledger, and what was said. */
async function expectTakenBack(story: RefundStory & { readonly refund: string }): Promise<void> {
  const { proposalId, ada, refund } = story;
  const review = await system.waitForEvent(proposalId, 'ReviewRequested');
  expect(review.data).toMatchObject({
    reason: 'effect_failed',
    evidence: { found: [{ reference: refund, settled: 'failed' }] },
    allowedSteps: expect.not.arrayContaining(['send_again']),
  });
  const released = await system.waitForEvent(proposalId, 'ReservationReleased');
  expect(released.data).toMatchObject({ because: 'effect_failed' });
  const { stream, effects } = await system.threeRecords(proposalId);
  const since = stream.slice(stream.indexOf('ProposalCompleted') + 1);
  expect(since).toEqual(expect.arrayContaining(['ProposalReopened', 'ReviewRequested']));
  expect(since).not.toContain('ExecutionStarted');
  expect(effects).toEqual([expect.objectContaining({ effect: refund, status: 'failed' })]);
  expect(await sendsOf(system, proposalId)).toHaveLength(1);
  const told = await ada.waitForReply('that it failed', (reply) => reply.code === 'effect_failed');
  expect(told.text).toBe(
    `Your refund of 42.00 EUR for order ${story.order} did not go through after all: the payment provider accepted it, and then it failed. In the end nothing has been paid. A person is looking into it; we will tell you here.`,
  );
  await caseIs(story, 'open');
  await waitForRecoveryItem(system, proposalId);
}

test('C21: days later payments says it failed: the case leaves done, a person has it, and the remainder is back', async () => {
  await system.hearPayments();
  const story = await refundedAndTold();
  await system.admin.changeRefund(story.refund, { status: 'failed' });
  await expectTakenBack(story);
  expect(await system.types(story.proposalId)).toContain('TargetReported');

  // The same refund, asked for anew: all of it is there, and it is no duplicate of the one that failed.
  await system.admin.changeCharge(story.charge, { refundStatus: 'succeeded' });
  const again = await refundAnew(system, story.order, { capturedMinor: 4_200 });
  const paid = (await system.admin.ledger(story.charge)).effects;
  expect(paid.map(({ operationId, status }) => [operationId, status])).toEqual([
    [story.proposalId, 'failed'],
    [again, 'succeeded'],
  ]);

  // Two people put the first one aside; the case is over again, and says what came of it.
  await resolveByTwo(system, story.proposalId, 'record_did_not_happen');
  await caseIs(story, 'completed');
  await story.ada.waitForReply('how it ended', (reply) => reply.code === 'closed');
});

test('C21: with nobody saying anything, looking again at what was only accepted finds it', async () => {
  await system.hearPayments({ hold: true });
  const story = await refundedAndTold();
  await system.admin.changeRefund(story.refund, { status: 'failed' });
  await expectTakenBack(story);
  expect(await system.types(story.proposalId)).not.toContain('TargetReported');
});

test('C81: failed (t2) is heard before succeeded (t1), each of them twice: it ends failed, both on record, told once', async () => {
  await system.hearPayments({ hold: true });
  const story = await refundedAndTold();
  const [t1, t2] = ['2026-11-29T12:00:00Z', '2026-12-01T12:00:00Z'];
  await system.admin.changeRefund(story.refund, { status: 'succeeded', at: t1 });
  await system.admin.changeRefund(story.refund, { status: 'failed', at: t2 });
  const [succeeded = '', failed = ''] = await system.admin.saidAbout(story.refund);
  await system.admin.deliver([failed, succeeded, failed, succeeded]);
  await expectTakenBack(story);

  const reports = (await system.events(`proposal-${story.proposalId}`)).filter(
    ({ type }) => type === 'TargetReported',
  );
  expect(reports.map(({ data }) => [data['says'], data['saidAt']])).toEqual([
    ['effect_failed', t2.replace('Z', '.000Z')],
    ['effect_succeeded', t1.replace('Z', '.000Z')],
  ]);
  const item = await system.as('sam').recovery('GET', `/${story.proposalId}`);
  expect(item.body).toMatchObject({ reports: [{ says: 'effect_succeeded' }, { says: 'effect_failed' }] });
  const replies = await story.ada.replies();
  expect(replies.filter((reply) => reply.code === 'effect_failed')).toHaveLength(1);
});
