import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { proposePart, verdictOf } from '../harness/verdict.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const headphones = { lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }] };

/** Every call has an Idempotency-Key of its own, as an agent makes that forgot the first one. */
async function threeTimes(order: string): Promise<[string, string, string]> {
  return [
    await proposeRefund(system, order),
    await proposeRefund(system, order),
    await proposeRefund(system, order),
  ];
}

test('C03: the same refund proposed three times under fresh keys: one effect, two duplicates of it', async () => {
  const order = await system.admin.order(headphones);
  const ids = await threeTimes(order);
  // Which of them is judged first is nobody's promise: they are three streams.
  const verdicts = await Promise.all(ids.map((id) => verdictOf(system, id)));
  const judged = ids[verdicts.findIndex(({ type }) => type === 'PolicyDecided')] ?? 'none';
  const repeats = ids.filter((id) => id !== judged);
  expect(repeats).toHaveLength(2);
  for (const id of repeats) {
    expect((await system.waitForEvent(id, 'ProposalMarkedDuplicate')).data).toMatchObject({ of: judged });
  }

  const ada = system.newPerson('ada');
  expect((await ada.decide(judged, 'approve')).status).toBe(200);
  await system.waitForEvent(judged, 'ProposalCompleted');
  for (const id of repeats) {
    expect(await system.types(id)).toEqual(['ProposalDrafted', 'ProposalMarkedDuplicate']);
    const told = (await system.as('helpdesk-bot').proposal(id)).body;
    expect(told).toMatchObject({ status: 'duplicate', state: '○→ Asked twice', requirements: [] });
  }
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects).toEqual([
    expect.objectContaining({ amountMinor: 4_200, operationId: judged, key: judged }),
  ]);
});

test('C03: all three in the same moment: whichever is first, the other two are its duplicates', async () => {
  const order = await system.admin.order(headphones);
  const ids = await Promise.all([1, 2, 3].map(() => proposeRefund(system, order)));
  const verdicts = await Promise.all(ids.map((id) => verdictOf(system, id)));
  const first = ids[verdicts.findIndex((event) => event.type === 'PolicyDecided')] ?? 'none';
  expect(verdicts.filter((event) => event.type === 'ProposalMarkedDuplicate')).toHaveLength(2);
  for (const { type, data } of verdicts) {
    if (type === 'ProposalMarkedDuplicate') expect(data).toMatchObject({ of: first });
  }
  await system.newPerson('ada').decide(first, 'approve');
  await system.waitForEvent(first, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects.map((effect) => effect.operationId)).toEqual([first]);
});

test('C03: an agent that means a second one says so, and it is judged by itself', async () => {
  const order = await system.admin.order({ ...headphones, capturedMinor: 10_000 });
  const first = await proposePart(system, order, { amountMinor: 3_000 });
  await system.waitForEvent(first, 'PolicyDecided');
  const second = await proposePart(system, order, { amountMinor: 3_000, distinctFrom: [first] });
  const { data } = await system.waitForEvent(second, 'ProposalDrafted');
  expect(data).toMatchObject({ origin: { kind: 'agent', distinctFrom: [first] } });
  expect((await system.waitForEvent(second, 'PolicyDecided')).data).toMatchObject({
    verdict: 'requirements',
    facts: { heldMinor: 3_000 },
  });
  const ada = system.newPerson('ada');
  for (const id of [first, second]) {
    expect((await ada.decide(id, 'approve')).status).toBe(200);
    await system.waitForEvent(id, 'ProposalCompleted');
  }
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects.map((effect) => [effect.operationId, effect.amountMinor])).toEqual([
    [first, 3_000],
    [second, 3_000],
  ]);
});

test('C03: what ended without an effect can be asked for again', async () => {
  const order = await system.admin.order(headphones);
  const first = await proposeRefund(system, order);
  const ada = system.newPerson('ada');
  expect((await ada.decide(first, 'reject')).status).toBe(200);
  const again = await proposeRefund(system, order);
  expect((await system.waitForEvent(again, 'PolicyDecided')).data).toMatchObject({
    verdict: 'requirements',
  });
  expect((await ada.decide(again, 'approve')).status).toBe(200);
  await system.waitForEvent(again, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects.map((effect) => effect.operationId)).toEqual([again]);
});
