import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approvedButHeld } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

test('S27: the role of whoever approved is withdrawn before execution: refused in the executor, back to approval', async () => {
  const { ada, proposalId } = await approvedButHeld(system);
  await system.admin.changePerson('maya', { roles: ['support_agent'] });
  await system.admin.mend('identity');
  await system.database.advanceTime(5 * 60_000);
  const { data } = await system.waitForEvent(proposalId, 'ApprovalVoided');
  expect(data).toMatchObject({ code: 'role_missing' });
  await system.waitForEvent(proposalId, 'ApprovalRequested', { nth: 2 });
  const before = await system.threeRecords(proposalId);
  expect(before.stream).not.toContain('ExecutionStarted');
  expect(before.effects).toEqual([]);
  // Who has the role no longer is not asked again; whoever has it is, and so is the customer.
  const maya = system.newPerson('maya');
  expect((await maya.card(proposalId)).body).toMatchObject({ mayDecide: { code: 'not_routed_to_you' } });
  expect((await ada.replies()).map(({ code }) => code)).not.toContain('completed');

  expect(await ada.decide(proposalId, 'approve')).toMatchObject({ status: 202 });
  expect(await system.as('priya').decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect((await system.threeRecords(proposalId)).effects).toEqual([
    expect.objectContaining({ operationId: proposalId, amountMinor: 64_000 }),
  ]);
  await ada.waitForReply('that it is done', ({ code }) => code === 'completed');
});
