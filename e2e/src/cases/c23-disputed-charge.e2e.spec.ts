import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approvedButHeld, askForRefund, proposeRefund } from '../harness/refund-story.js';
import { resolveByTwo } from '../harness/resolve-by-two.js';
import { System } from '../harness/system.js';
import { verdictOf } from '../harness/verdict.js';
import { sendsOf } from '../harness/wire.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
  await system.hearPayments();
});
afterAll(() => system.stop());

const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];

test('C23: a charge disputed before the proposal is denied with a code, and no person is asked', async () => {
  const order = await system.admin.order({ lines });
  await system.admin.changeCharge(`ch_${order}`, { disputed: true });
  const proposalId = await proposeRefund(system, order);
  const verdict = await verdictOf(system, proposalId);
  expect(verdict.data).toMatchObject({
    verdict: 'deny',
    reasons: [expect.objectContaining({ policyId: expect.stringMatching(/disput/) })],
    facts: { disputed: true },
  });
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream).not.toContain('ApprovalRequested');
  expect(effects).toEqual([]);
  expect(await sendsOf(system, proposalId)).toEqual([]);
});

test('C23: disputed between approval and execution, and seen: invalidated, nothing is sent, and it is final', async () => {
  const story = await approvedButHeld(system);
  await system.admin.changeCharge(story.charge, { disputed: true });
  await system.admin.mend('identity');
  const invalidated = await system.waitForEvent(story.proposalId, 'ProposalInvalidated');
  expect(invalidated.data).toMatchObject({ difference: expect.stringMatching(/disputed/) });
  await system.waitForEvent(story.proposalId, 'ReservationReleased');
  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream).not.toContain('ExecutionStarted');
  expect(effects).toEqual([]);
  expect(await sendsOf(system, story.proposalId)).toEqual([]);
  const told = await story.ada.waitForReply('why not', (reply) => reply.code === 'invalidated');
  expect(told.text).toMatch(/^Not carried out: .*disputed/);
});

test('C23: disputed after it was carried out: recorded, a person has it, and for the customer nothing has changed', async () => {
  const story = await askForRefund(system, { lines });
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  const said = (await story.ada.replies()).length;
  await system.admin.changeCharge(story.charge, { disputed: true });
  const review = await system.waitForEvent(story.proposalId, 'ReviewRequested');

  expect(review.data).toMatchObject({
    reason: 'target_disputed',
    allowedSteps: expect.not.arrayContaining(['send_again', 'close']),
  });
  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream).toEqual(expect.arrayContaining(['TargetReported', 'ProposalReopened']));
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(effects).toEqual([expect.objectContaining({ status: 'succeeded', amountMinor: 4_200 })]);

  await resolveByTwo(system, story.proposalId, 'record_happened');
  await system.waitForEvent(story.proposalId, 'ProposalCompleted', { nth: 2 });
  expect(await system.types(story.proposalId)).not.toContain('ReservationReleased');
  expect((await story.ada.conversation())['status']).toBe('completed');
  expect(await story.ada.replies()).toHaveLength(said);
  expect(await sendsOf(system, story.proposalId)).toHaveLength(1);
});
