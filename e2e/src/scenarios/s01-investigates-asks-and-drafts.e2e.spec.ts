import { caseStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

test('S01: the order and the policy are cited, "unopened" is asked and not guessed, then one exact proposal waits', async () => {
  const ada = system.as('ada');
  const { caseId } = await ada.say('Please check order #4821 and draft a refund for approval.');

  const question = await ada.waitForReply('is it unopened?', (reply) =>
    /unopened|sealed|opened/i.test(reply.text),
  );
  expect(question.cards).toEqual([]);
  const before = await system.events(caseStream(caseId));
  expect(before.map((event) => event.type)).not.toContain('ProposalAttached');
  const tools = before.filter((event) => event.type === 'ToolCalled');
  expect(tools.map((event) => event.data['tool'])).toEqual(
    expect.arrayContaining(['read_order', 'search_policy']),
  );

  await ada.say('Yes, both are still sealed in their packaging.');
  const shown = await ada.waitForReply('the card', (reply) => reply.cards.length > 0);
  const proposalId = shown.cards[0]?.proposalId ?? '';
  const drafted = await system.waitForEvent(proposalId, 'ProposalDrafted');
  const { action } = drafted.data as { action: Record<string, unknown> };
  expect(action).toMatchObject({
    kind: 'refund.create',
    target: { type: 'charge', id: 'ch_4821' },
    money: { amountMinor: 7900, currency: 'EUR' },
    arguments: { orderId: '4821' },
  });
  const evidence = action['evidence'] as { fact: string; basis: string; source: string; section?: string }[];
  expect(evidence.find((fact) => fact.fact === 'unopened')).toMatchObject({ basis: 'stated' });
  expect(evidence.find((fact) => fact.basis === 'policy')).toMatchObject({
    section: expect.stringMatching(/^3/),
  });
  expect(evidence.find((fact) => fact.fact === 'deliveredAt')).toMatchObject({
    basis: 'record',
    source: 'orders/4821',
  });

  // Three records: the stream waits, the ledger is empty, the customer was told that nothing has been paid.
  expect(await system.threeRecords(proposalId)).toEqual({
    stream: ['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested'],
    effects: [],
  });
  expect(shown.text).toMatch(/79\.00 EUR/);
  expect(shown.text).toMatch(/Nothing has been paid/);
});
