import { proposalStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { afterMinutes, consentedOnly } from '../harness/waiting-long.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

test('S28: a large amount needs two managers; one who says yes twice is still one', async () => {
  const { ada, proposalId } = await consentedOnly(system, 250_000);
  const { data } = await system.waitForEvent(proposalId, 'PolicyDecided');
  expect(data['requirements']).toMatchObject([
    ...[{ basis: 'consent', person: 'ada' }, { slot: 'support-manager' }, { slot: 'second-support-manager' }],
  ]);
  const maya = system.as('maya');
  expect(await maya.decide(proposalId, 'approve')).toMatchObject({ status: 202 });
  // On a second device, with a card of its own: the same word again, which fills nothing.
  await system.newPerson('maya').decide(proposalId, 'approve');
  const granted = (await system.events(proposalStream(proposalId))).filter(
    ({ type }) => type === 'ApprovalGranted',
  );
  expect(granted.map((event) => event.data['slot'])).toEqual(['customer-consent', 'support-manager']);
  expect((await maya.card(proposalId)).body).toMatchObject({
    state: 'awaiting_approval',
    mayDecide: { code: 'already_decided' },
  });
  expect((await system.threeRecords(proposalId)).effects).toEqual([]);
  expect((await ada.replies()).map(({ code }) => code)).not.toContain('completed');

  expect(await system.as('priya').decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect((await system.threeRecords(proposalId)).effects).toEqual([
    expect.objectContaining({ operationId: proposalId, amountMinor: 250_000 }),
  ]);
  await ada.waitForReply('that it is done', ({ code }) => code === 'completed');
});

test('S28: who asked is not an approver of it, is passed by on the route, and two others sign', async () => {
  await system.admin.changePerson('priya', { roles: ['support_agent', 'support_manager'] });
  const lines = [{ lineId: '1', title: 'bicycle trailer', unitPriceMinor: 64_000 }];
  const order = await system.admin.order({ lines });
  const priya = system.newPerson('priya');
  const asked = await priya.propose(refundBody(order));
  const proposalId = String(asked.body['proposalId']);
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  expect(await priya.decide(proposalId, 'approve')).toMatchObject({
    ...{ status: 403, body: { code: 'four_eyes' } },
  });
  expect(await system.as('ada').decide(proposalId, 'approve')).toMatchObject({ status: 202 });
  await afterMinutes(system, 125);
  await system.waitForEvent(proposalId, 'ApprovalReminded');
  expect(await system.as('maya').decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream).not.toContain('ApprovalEscalated');
  expect(stream).toContain('DecisionRefused');
  expect(effects).toHaveLength(1);
});
