import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publishDecision } from '../harness/ingress.js';
import { askForRefund } from '../harness/refund-story.js';
import { asSuperuser } from '../harness/superuser.js';
import { System } from '../harness/system.js';
import { cardOf, decisionsUrl, waitingCard } from '../harness/waiting-card.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const minutes = (n: number) => n * 60_000;

test('C59: the body says alice, the token says maya: the event says maya', async () => {
  const { proposalId, digest, sight } = await waitingCard(system, { amountMinor: 64_000, who: 'maya' });
  const said = { decision: 'approve', digest, sight };
  const names = { decided_by: 'alice', decidedBy: 'alice', approver: { subject: 'alice' }, subject: 'alice' };
  const url = `${decisionsUrl(system, proposalId)}?decided_by=alice`;
  const answer = await system.as('maya').send('POST', url, { ...said, ...names }, { 'x-user': 'alice' });
  expect(answer).toMatchObject({ status: 202, body: { by: { subject: 'maya', name: 'Maya Lindqvist' } } });
  const granted = await system.waitForEvent(proposalId, 'ApprovalGranted');
  expect(granted.data).toMatchObject({ approver: { subject: 'maya', name: 'Maya Lindqvist' } });
  expect(JSON.stringify(await system.events(`proposal-${proposalId}`))).not.toContain('alice');
});

test('C59: nothing sweeps, and a decision after the deadline is refused by database time, both ways in', async () => {
  const story = await askForRefund(system, {
    lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }],
  });
  const { proposalId, ada } = story;
  const asked = await system.waitForEvent(proposalId, 'ApprovalRequested');
  // No timer comes due any more, as if the process that runs them were gone.
  await asSuperuser(system, (admin) => admin.query('delete from graphile_worker._private_jobs'));
  const validForMs =
    Date.parse(String(asked.data['expiresAt'])) - Date.parse(String(asked.data['requestedAt']));
  await system.database.advanceTime(validForMs - minutes(1));
  const { digest, sight } = await cardOf(system, proposalId, 'ada');
  await system.database.advanceTime(minutes(1) + 5_000);

  const said = { decision: 'approve', digest, sight };
  const late = await ada.send('POST', decisionsUrl(system, proposalId), said);
  expect(late).toMatchObject({ status: 409, body: { code: 'expired' } });
  await publishDecision(system, { proposalId, ...said, token: await ada.token() });
  await system.waitForEvent(proposalId, 'DecisionRefused', { nth: 2 });
  const refused = (await system.events(`proposal-${proposalId}`)).filter(
    (event) => event.type === 'DecisionRefused',
  );
  for (const { data } of refused) expect(data).toMatchObject({ code: 'expired', who: 'ada' });
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream).not.toContain('ApprovalGranted');
  expect(stream).not.toContain('ExecutionStarted');
  expect(effects).toEqual([]);
  expect((await ada.replies()).map((reply) => reply.code)).toEqual(['question', 'awaiting_approval']);
});

test('C59: a minute before the deadline is in time', async () => {
  const { proposalId } = await waitingCard(system);
  const asked = await system.waitForEvent(proposalId, 'ApprovalRequested');
  await asSuperuser(system, (admin) => admin.query('delete from graphile_worker._private_jobs'));
  const validForMs =
    Date.parse(String(asked.data['expiresAt'])) - Date.parse(String(asked.data['requestedAt']));
  await system.database.advanceTime(validForMs - minutes(1));
  expect(await system.as('ada').decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect((await system.threeRecords(proposalId)).effects).toHaveLength(1);
});
