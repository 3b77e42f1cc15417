import { caseStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { askForRefund, proposeRefund, refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterEach(() => system.admin.mend('orders'));
afterAll(() => system.stop());

test('S13: the order lookup fails: the order is unknown, not missing; nothing is proposed; then a person', async () => {
  const ada = system.newPerson('ada');
  const order = await system.admin.order({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 5_000 }] });
  await system.admin.fault('orders', { route: 'GET /v1/orders/:id', kind: 'status_500' });
  const { caseId } = await ada.say(`Please check order #${order} and draft a refund for approval.`);
  const events = await waitFor('a person takes over', async () => {
    const seen = await system.events(caseStream(caseId));
    return seen.some((event) => event.type === 'CaseEscalated') ? seen : undefined;
  });
  expect(events.find((event) => event.type === 'CaseEscalated')?.data).toMatchObject({
    reason: 'lookup_unanswered',
  });
  const looks = events.filter((event) => event.type === 'ToolCalled' && event.data['tool'] === 'read_order');
  expect(looks.length).toBeGreaterThan(1);
  for (const look of looks) expect(look.data).toMatchObject({ outcome: 'no_answer' });
  expect(events.map((event) => event.type)).toContain('FactUnknown');
  expect(events.map((event) => event.type)).not.toContain('ProposalAttached');
  expect((await system.admin.ledger(`ch_${order}`)).effects).toEqual([]);
  await ada.waitForReply('that a person takes over', (reply) => /person/i.test(reply.text));
  const replies = await ada.replies();
  for (const reply of replies) expect(reply.text).not.toMatch(/no such order|does not exist|not found/i);
});

describe("S14: the window is counted in the shop's zone, its last day whole", () => {
  const berlinMidnight = (daysAgo: number) => {
    const now = new Date();
    const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(now);
    return new Date(`${parts}T12:00:00+01:00`).getTime() - daysAgo * 86_400_000;
  };

  test('delivered thirty days ago: the boundary day is inside', async () => {
    const order = await system.admin.order({
      lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 5_000 }],
      deliveredAt: new Date(berlinMidnight(30)).toISOString(),
    });
    const id = await proposeRefund(system, order);
    expect((await system.waitForEvent(id, 'PolicyDecided')).data).toMatchObject({ verdict: 'requirements' });
  });

  test('delivered thirty-one days ago: outside, and the customer hears the rule', async () => {
    const order = await system.admin.order({
      lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 5_000 }],
      deliveredAt: new Date(berlinMidnight(31)).toISOString(),
    });
    const id = await proposeRefund(system, order);
    const { data } = await system.waitForEvent(id, 'PolicyDecided');
    expect(data).toMatchObject({
      verdict: 'deny',
      reasons: [expect.objectContaining({ policyId: 'refund-window-over' })],
    });
    expect(await system.threeRecords(id)).toEqual({
      stream: ['ProposalDrafted', 'PolicyDecided'],
      effects: [],
    });
  });
});

describe('S15: amounts are right to the minor unit in proposal, card, target and reply', () => {
  test.each([
    ['JPY', 9_899, '9,899 JPY'],
    ['BHD', 35_200, '35.200 BHD'],
  ])('%s', async (currency, amountMinor, words) => {
    const story = await askForRefund(system, {
      currency,
      lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: amountMinor }],
    });
    const card = await story.ada.card(story.proposalId);
    expect(JSON.stringify(card.body)).toContain(words);
    await story.ada.decide(story.proposalId, 'approve');
    await system.waitForEvent(story.proposalId, 'ProposalCompleted');
    const { effects } = await system.threeRecords(story.proposalId);
    expect(effects).toEqual([expect.objectContaining({ amountMinor, currency })]);
    const told = await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
    expect(told.text).toContain(words);
  });

  test('C16: an amount the currency cannot carry is refused with its field', async () => {
    const order = await system.admin.order({
      currency: 'JPY',
      lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 9_899 }],
    });
    const refused = await system
      .as('helpdesk-bot')
      .propose(refundBody(order, { lines: [], amountMinor: 98.99, currency: 'JPY' }));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('amountMinor');
  });
});

describe('S16: two partial refunds of the same amount on one order', () => {
  const lines = [
    { lineId: '1', title: 'left lamp', unitPriceMinor: 6_000 },
    { lineId: '2', title: 'right lamp', unitPriceMinor: 6_000 },
  ];

  test('both legal: two proposals, two operation ids, two effects', async () => {
    const order = await system.admin.order({ lines });
    const ada = system.newPerson('ada');
    const ids: string[] = [];
    for (const lineId of ['1', '2']) {
      const id = await proposeRefund(system, order, { lines: [{ lineId, quantity: 1 }] });
      ids.push(id);
      expect(await ada.decide(id, 'approve')).toMatchObject({ status: 200 });
    }
    for (const id of ids) await system.waitForEvent(id, 'ProposalCompleted');
    const { effects } = await system.admin.ledger(`ch_${order}`);
    expect(effects.map((effect) => [effect.amountMinor, effect.operationId]).sort()).toEqual(
      ids.map((id) => [6_000, id]).sort(),
    );
  });

  test('never more in total than was captured', async () => {
    const order = await system.admin.order({ lines, capturedMinor: 10_000 });
    const ids = await Promise.all(
      ['1', '2'].map((lineId) => proposeRefund(system, order, { lines: [{ lineId, quantity: 1 }] })),
    );
    const verdicts = await Promise.all(
      ids.map(async (id) => (await system.waitForEvent(id, 'PolicyDecided')).data['verdict']),
    );
    expect(verdicts.filter((verdict) => verdict === 'deny')).toHaveLength(1);
    const allowed = ids[verdicts.findIndex((verdict) => verdict !== 'deny')] ?? '';
    await system.newPerson('ada').decide(allowed, 'approve');
    await system.waitForEvent(allowed, 'ProposalCompleted');
    const { effects } = await system.admin.ledger(`ch_${order}`);
    expect(effects.reduce((sum, effect) => sum + effect.amountMinor, 0)).toBe(6_000);
  });
});
