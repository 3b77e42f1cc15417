import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { approvedButHeld, askForRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const lines = [
  { lineId: '1', title: 'headphones', unitPriceMinor: 4_200 },
  { lineId: '2', title: 'travel case', unitPriceMinor: 3_700 },
];

test('S05: a change is a new proposal; the old one is superseded, and an approval of the old digest is refused', async () => {
  const { ada, proposalId, charge } = await askForRefund(system, { lines });
  const old = (await ada.card(proposalId)).body;
  const told = (await ada.replies()).length;
  await ada.say('Actually, please refund only the travel case.');
  const shown = await ada.waitForReply(
    'the new card',
    (reply) => reply.cards.some((card) => card.proposalId !== proposalId),
    { from: told },
  );
  const next = shown.cards.find((card) => card.proposalId !== proposalId)?.proposalId ?? '';
  await system.waitForEvent(proposalId, 'ProposalSuperseded');
  expect((await system.waitForEvent(next, 'ProposalDrafted')).data).toMatchObject({
    supersedes: proposalId,
    action: { money: { amountMinor: 3_700 } },
  });

  const { digest, sight } = old;
  const refused = await ada.send(
    'POST',
    `${system.host.urlOf('approval_service')}/v1/proposals/${proposalId}/decisions`,
    { decision: 'approve', digest, sight },
  );
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'superseded' });
  await system.waitForEvent(proposalId, 'DecisionRefused');

  expect((await ada.decide(next, 'approve')).status).toBe(200);
  await system.waitForEvent(next, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(charge);
  expect(effects).toEqual([expect.objectContaining({ amountMinor: 3_700, operationId: next })]);
  expect(await system.types(proposalId)).not.toContain('ExecutionStarted');
});

test('S06: refunded through another channel first: invalidated, payments is not called, the customer is told why', async () => {
  const story = await approvedButHeld(system);
  await system.admin.refundElsewhere(story.charge, 64_000);
  await system.admin.mend('identity');
  await system.waitForEvent(story.proposalId, 'ProposalInvalidated');

  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream).not.toContain('ExecutionStarted');
  expect(effects).toEqual([]);
  expect((await system.admin.ledger(story.charge)).effects).toHaveLength(1);
  const told = await story.ada.waitForReply('why not', (reply) => reply.code === 'invalidated');
  expect(told.text).toMatch(/already refunded/);
});

test('C28: the order changes between approval and execution: the version the person saw is checked again', async () => {
  const story = await approvedButHeld(system);
  await system.admin.changeOrder(story.order, { status: 'cancelled' });
  await system.admin.mend('identity');
  const invalid = await system.waitForEvent(story.proposalId, 'ProposalInvalidated');

  expect(invalid.data).toMatchObject({
    code: 'record_changed',
    difference: expect.stringMatching(/version 2, not 1.*cancelled/),
  });
  expect((await system.threeRecords(story.proposalId)).effects).toEqual([]);
  await story.ada.waitForReply(
    'why not',
    (reply) => reply.code === 'invalidated' && /cancelled/.test(reply.text),
  );
});
