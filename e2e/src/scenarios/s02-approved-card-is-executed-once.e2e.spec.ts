import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

test('S02: below the staff limit the customer consents on the card, and it is carried out once and proven', async () => {
  const { ada, proposalId, order } = await askForRefund(system, {
    lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 7900 }],
  });
  expect((await ada.decide(proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream).toEqual([
    'ProposalDrafted',
    'PolicyDecided',
    'ApprovalRequested',
    'ApprovalGranted',
    'ExecutionStarted',
    'ExecutionSucceeded',
    'TargetLooked',
    'ProposalCompleted',
  ]);
  expect(effects).toEqual([
    expect.objectContaining({ amountMinor: 7900, currency: 'EUR', charge: `ch_${order}`, key: proposalId }),
  ]);
  const told = await ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  expect(told.text).toContain('79.00 EUR');
  expect(told.text).toContain(order);
  expect(told.text).toContain(effects[0]?.effect ?? 'no reference');
});

test('S02: above the staff limit a manager approves as well, and neither alone is enough', async () => {
  const { ada, proposalId, order } = await askForRefund(system, {
    lines: [{ lineId: '1', title: 'trailer', unitPriceMinor: 64_000 }],
  });
  const maya = system.as('maya');
  expect((await ada.decide(proposalId, 'approve')).status).toBe(202);
  expect((await system.threeRecords(proposalId)).effects).toEqual([]);
  expect((await maya.decide(proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream.filter((type) => type === 'ApprovalGranted')).toHaveLength(2);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(effects).toEqual([
    expect.objectContaining({ amountMinor: 64_000, currency: 'EUR', charge: `ch_${order}` }),
  ]);
  const told = await ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  expect(told.text).toContain('640.00 EUR');
});

test('S02: a manager who decides three hours later decides in time: the consent has not lapsed meanwhile', async () => {
  const { ada, proposalId } = await askForRefund(system, {
    lines: [{ lineId: '1', title: 'trailer', unitPriceMinor: 64_000 }],
  });
  expect((await ada.decide(proposalId, 'approve')).status).toBe(202);
  await system.database.advanceTime(3 * 3_600_000);
  expect((await system.as('maya').decide(proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream).not.toContain('ApprovalVoided');
  expect(effects).toHaveLength(1);
  await ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
});
