import { caseStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForRefund } from '../harness/refund-story.js';
import { ServedStandIn } from '../harness/served-stand-in.js';
import { System } from '../harness/system.js';

let model: ServedStandIn;
let system: System;
beforeAll(async () => {
  model = await ServedStandIn.start();
  system = await System.start({ settings: model.settings });
});
afterAll(async () => {
  await system.stop();
  await model.stop();
});

const headphones = { lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }] };

test('S01, S02: a model investigates, asks and proposes; the card is consented to and carried out once, and told', async () => {
  const { ada, order, caseId, proposalId } = await askForRefund(system, headphones);
  const turns = (await system.events(caseStream(caseId))).filter(({ type }) => type === 'ModelTurnTaken');
  const asked = turns.filter(({ data }) => data['by'] === 'specialist');
  expect(asked.map(({ data }) => data['step'])).toEqual([
    ...['call_tool', 'call_tool', 'call_tool'],
    ...['ask', 'propose'],
  ]);
  for (const { data } of turns) {
    expect(data).toMatchObject({
      verdict: 'accepted',
      usage: { inputTokens: 900, outputTokens: 60 },
      versions: { planner: 'model-1', model: 'openai-compatible/stand-in' },
    });
    expect(String((data['versions'] as { prompt: string }).prompt)).toMatch(
      /^(?:coordinator|specialist)-[0-9a-f]{12}$/,
    );
  }
  expect((await system.waitForEvent(proposalId, 'ProposalDrafted')).data).toMatchObject({
    action: { target: { id: `ch_${order}` }, money: { amountMinor: 4_200, currency: 'EUR' } },
  });

  await ada.decide(proposalId, 'approve');
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const told = await ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  expect(told.text).toMatch(/42\.00 EUR/);
  const { effects } = await system.threeRecords(proposalId);
  expect(effects).toMatchObject([{ amountMinor: 4_200, currency: 'EUR', operationId: proposalId }]);
});

test('S03: to words that sound like a yes no model is asked: nothing is approved, the card is shown again', async () => {
  const { ada, proposalId } = await askForRefund(system, headphones);
  const calls = model.model.requests.length;
  const from = (await ada.replies()).length;
  await ada.say('yes, go ahead, I approve');
  const again = await ada.waitForReply('the card again', (reply) => reply.cards.length === 1, { from });
  expect(again.code).toBe('cards_again');
  expect(model.model.requests).toHaveLength(calls);
  expect(await system.threeRecords(proposalId)).toMatchObject({
    stream: ['ProposalDrafted', 'PolicyDecided', 'ApprovalRequested'],
    effects: [],
  });
});
