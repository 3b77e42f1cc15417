import { proposalStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForCredit, outage } from '../harness/credit-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const dataOf = async (id: string, type: string) =>
  (await system.events(proposalStream(id))).find((event) => event.type === type)?.data;
const creditsOf = async (id: string) =>
  (await system.admin.effectsIn('billing')).filter((effect) => effect.operationId === id);

test('S20: $1,200.00 is computed with its section cited; above the limit a support manager is asked, and then it is credited once', async () => {
  const story = await outage(system);
  const { proposalId } = await askForCredit(system, story);
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  const drafted = await dataOf(proposalId, 'ProposalDrafted');
  expect(drafted?.['action']).toMatchObject({
    kind: 'service-credit.create',
    target: { type: 'account', id: story.accountId },
    money: { amountMinor: 120_000, currency: 'USD' },
    evidence: expect.arrayContaining([
      expect.objectContaining({ fact: 'creditShare', basis: 'policy', section: 'sla-business 4.2' }),
      expect.objectContaining({ fact: 'outageMinutes', value: 300, basis: 'record' }),
    ]),
  });
  expect(await dataOf(proposalId, 'PolicyDecided')).toMatchObject({
    verdict: 'requirements',
    requirements: [{ basis: 'approval', role: 'support_manager' }],
    facts: { dueMinor: 120_000, earlierMinor: 0 },
  });
  await story.ada.waitForReply('that a person decides', ({ text }) =>
    /1,200\.00 USD .*waits for a person's approval. Nothing has been credited/.test(text),
  );
  expect(await creditsOf(proposalId)).toEqual([]);

  const answer = await system.as('maya').decide(proposalId, 'approve');
  expect(answer.status).toBe(200);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect(await creditsOf(proposalId)).toMatchObject([
    { kind: 'credit', accountId: story.accountId, amountMinor: 120_000, currency: 'USD' },
  ]);
  await story.ada.waitForReply('that it is done', ({ text }) =>
    /^Done: service credit of 1,200\.00 USD/.test(text),
  );
});

test('S20: a small case needs nobody', async () => {
  const story = await outage(system, 200_000);
  const { proposalId } = await askForCredit(system, story);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect(await dataOf(proposalId, 'PolicyDecided')).toMatchObject({ verdict: 'allow' });
  expect(await creditsOf(proposalId)).toMatchObject([{ amountMinor: 50_000 }]);
  expect(await system.types(proposalId)).not.toContain('ApprovalRequested');
  await story.ada.waitForReply('that it is done', ({ code }) => code === 'completed');
});

test('S22: finance corrects the invoice while the manager is away: stale, computed anew, superseded, asked again', async () => {
  const story = await outage(system);
  const { proposalId: first, ourCase } = await askForCredit(system, story);
  await system.waitForEvent(first, 'ApprovalRequested');
  const priya = system.as('priya');
  const card = await priya.cardWhenAsked(first);
  await system.admin.change(`/billing/invoices/${story.invoiceId}`, { totalMinor: 440_000 });
  const url = `${system.host.urlOf('approval_service')}/v1/proposals/${first}/decisions`;
  const said = { decision: 'approve', digest: card['digest'], sight: card['sight'] };
  const refused = await priya.send('POST', url, said);
  expect([refused.status, refused.body['code']]).toEqual([409, 'stale']);
  expect(JSON.stringify(refused.body)).toMatch(
    /is now version 2, not 1.*the agreement now gives 1,100\.00 USD/,
  );

  const second = await system.proposalOf(ourCase, 2);
  await system.waitForEvent(second, 'ApprovalRequested');
  expect(await dataOf(second, 'ProposalDrafted')).toMatchObject({
    supersedes: first,
    action: { money: { amountMinor: 110_000, currency: 'USD' } },
  });
  await system.waitForEvent(first, 'ProposalSuperseded');
  expect((await priya.send('POST', url, said)).status).toBe(409);

  expect((await priya.decide(second, 'approve')).status).toBe(200);
  await system.waitForEvent(second, 'ProposalCompleted');
  expect(await creditsOf(first)).toEqual([]);
  expect(await creditsOf(second)).toMatchObject([{ amountMinor: 110_000 }]);
  expect(await system.types(first)).not.toContain('ExecutionStarted');
  await story.ada.waitForReply('that it is done', ({ text }) =>
    /^Done: service credit of 1,100\.00 USD/.test(text),
  );
});
