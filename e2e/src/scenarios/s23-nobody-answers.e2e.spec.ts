import { proposalStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForCredit, outage } from '../harness/credit-story.js';
import { refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { afterMinutes, consentedOnly, queueOf } from '../harness/waiting-long.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

test('S23: reminded, passed on to the next approver, then expired; that is no refusal, and the customer is told', async () => {
  const { ada, proposalId, order, caseId } = await consentedOnly(system);
  const other = await consentedOnly(system, 63_000);
  expect(caseId).not.toBe(other.caseId);
  await afterMinutes(system, 61);
  await system.waitForEvent(proposalId, 'ApprovalReminded');
  await afterMinutes(system, 60);
  const { data: passed } = await system.waitForEvent(proposalId, 'ApprovalEscalated');
  expect(passed).toMatchObject({ slot: 'support-manager', from: 'maya', to: 'priya' });
  await system.waitForEvent(other.proposalId, 'ApprovalEscalated');

  // Whom it was passed on to has it first, and is told why; who was asked before may still decide.
  const priya = system.as('priya');
  const isPassed = ({ rankReasons }: { rankReasons: readonly { words: string }[] }) =>
    rankReasons.some(({ words }) => words.startsWith('Passed on to you'));
  const rows = await queueOf(system, priya, (all) => all.length === 2 && all.every(isPassed));
  expect(rows.map(({ rankGroup }) => rankGroup)).toEqual(['needs_you_now', 'needs_you_now']);
  const before = await queueOf(system, system.as('maya'), (all) => all.length === 2);
  expect(before.some(isPassed)).toBe(false);
  expect(await system.as('maya').decide(other.proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(other.proposalId, 'ProposalCompleted');

  await afterMinutes(system, 200);
  await system.waitForEvent(proposalId, 'ApprovalExpired');
  expect(await system.threeRecords(proposalId)).toMatchObject({
    stream: expect.arrayContaining(['ApprovalReminded', 'ApprovalEscalated', 'ApprovalExpired']),
    effects: [],
  });
  const types = await system.types(proposalId);
  expect(types.filter((type) => /Rejected|Denied|Started/.test(type))).toEqual([]);
  const told = await ada.waitForReply('that it expired', ({ code }) => code === 'expired');
  expect(told.text).toBe(
    'Nobody decided in time. That is not a refusal, and nothing was paid. You can ask again.',
  );
  const late = await priya.decide(proposalId, 'approve', { sight: undefined });
  expect(late).toMatchObject({ status: 409, body: { code: 'expired' } });

  // And so they can.
  const again = await system.as('helpdesk-bot').propose(refundBody(order));
  await system.waitForEvent(String(again.body['proposalId']), 'ApprovalRequested');
});

test('S23: only what is open is passed on: of two slots the filled one stays with who filled it', async () => {
  const { proposalId } = await consentedOnly(system, 250_000);
  expect(await system.as('priya').decide(proposalId, 'approve')).toMatchObject({ status: 202 });
  await afterMinutes(system, 121);
  await system.waitForEvent(proposalId, 'ApprovalReminded');
  expect(await system.as('maya').decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const passed = (await system.events(proposalStream(proposalId))).filter(
    ({ type }) => type === 'ApprovalEscalated',
  );
  expect(passed.map(({ data }) => data['slot'])).not.toContain('support-manager');
  expect((await system.threeRecords(proposalId)).effects).toHaveLength(1);
});

test('S23: a service credit has waits of its own: reminded, passed on, expired, nothing credited', async () => {
  const story = await outage(system);
  const { proposalId } = await askForCredit(system, story);
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  await afterMinutes(system, 241);
  await system.waitForEvent(proposalId, 'ApprovalReminded');
  expect(await system.types(proposalId)).not.toContain('ApprovalEscalated');
  await afterMinutes(system, 240);
  const { data } = await system.waitForEvent(proposalId, 'ApprovalEscalated');
  expect(data).toMatchObject({ slot: 'support-manager', from: 'maya', to: 'priya' });
  await afterMinutes(system, 960);
  await system.waitForEvent(proposalId, 'ApprovalExpired');
  expect(await system.types(proposalId)).not.toContain('ExecutionStarted');
  const credits = await system.admin.effectsIn('billing');
  expect(credits.filter(({ operationId }) => operationId === proposalId)).toEqual([]);
  const told = await story.ada.waitForReply('that it expired', ({ code }) => code === 'expired');
  expect(told.text).toContain('Nobody decided in time. That is not a refusal');
});
