import { afterEach, expect, test } from '@jest/globals';
import { System } from '../harness/system.js';
import { proposePart, verdictOf } from '../harness/verdict.js';

let system: System | undefined;
afterEach(async () => {
  await system?.stop();
  system = undefined;
});

const costing = (unitPriceMinor: number) => ({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor }] });
const nothingLeft = {
  verdict: 'deny',
  reasons: [expect.objectContaining({ policyId: 'refund-over-refundable' })],
};

test('C05: an order of 84.00, refunded once, is not refunded again', async () => {
  system = await System.start({ policies: { automaticUpToMinor: 10_000 } });
  const order = await system.admin.order(costing(8_400));
  const first = await proposePart(system, order, { amountMinor: 8_400 });
  expect((await verdictOf(system, first)).data).toMatchObject({ verdict: 'allow' });
  await system.waitForEvent(first, 'ProposalCompleted');

  for (const distinctFrom of [[], [first]]) {
    const again = await proposePart(system, order, { amountMinor: 8_400, distinctFrom });
    expect((await verdictOf(system, again)).data).toMatchObject(nothingLeft);
    expect(await system.types(again)).toEqual(['ProposalDrafted', 'PolicyDecided']);
    const told = (await system.as('helpdesk-bot').proposal(again)).body;
    expect(told).toMatchObject({ status: 'denied', reasons: [{ section: expect.stringContaining('3.3') }] });
  }
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects).toEqual([expect.objectContaining({ amountMinor: 8_400, operationId: first })]);
});

test('C05: on 300.00, 240.00 waits and counts: 240.00 denied, 50.00 allowed and paid, 50.00 more denied', async () => {
  // Small refunds by themselves, whatever was asked before: the row's shop has no rule against splitting.
  const rules = (cedar: string) =>
    cedar.replaceAll('context.earlierMinor + context.amountMinor', 'context.amountMinor');
  system = await System.start({
    policies: { automaticUpToMinor: 6_000, consentUpToMinor: 50_000, rules },
  });
  const order = await system.admin.order(costing(30_000));
  const queued = await proposePart(system, order, { amountMinor: 24_000 });
  await system.waitForEvent(queued, 'ApprovalRequested');
  const second = await proposePart(system, order, { amountMinor: 24_000, distinctFrom: [queued] });
  expect((await verdictOf(system, second)).data).toMatchObject({
    ...nothingLeft,
    facts: { capturedMinor: 30_000, refundedMinor: 0, heldMinor: 24_000 },
  });

  const small = await proposePart(system, order, { amountMinor: 5_000 });
  expect((await verdictOf(system, small)).data).toMatchObject({ verdict: 'allow' });
  await system.waitForEvent(small, 'ProposalCompleted');
  const more = await proposePart(system, order, { amountMinor: 5_000, distinctFrom: [small] });
  expect((await verdictOf(system, more)).data).toMatchObject({
    ...nothingLeft,
    facts: { capturedMinor: 30_000, refundedMinor: 5_000, heldMinor: 24_000 },
  });

  expect((await system.newPerson('ada').decide(queued, 'approve')).status).toBe(200);
  await system.waitForEvent(queued, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects.map(({ operationId, amountMinor }) => [operationId, amountMinor])).toEqual([
    [small, 5_000],
    [queued, 24_000],
  ]);
});

test('C05: by the shipped rules small ones after a large one are not denied, but people are asked', async () => {
  system = await System.start();
  const order = await system.admin.order(costing(30_000));
  const queued = await proposePart(system, order, { amountMinor: 24_000 });
  await system.waitForEvent(queued, 'ApprovalRequested');
  const small = await proposePart(system, order, { amountMinor: 1_000 });
  expect((await verdictOf(system, small)).data).toMatchObject({
    verdict: 'requirements',
    facts: { earlierMinor: 24_000 },
  });
  const last = await proposePart(system, order, { amountMinor: 5_000, distinctFrom: [small] });
  expect((await verdictOf(system, last)).data).toMatchObject({ verdict: 'requirements' });
  const over = await proposePart(system, order, { amountMinor: 5_000, distinctFrom: [small, last] });
  expect((await verdictOf(system, over)).data).toMatchObject(nothingLeft);
  expect((await system.admin.ledger(`ch_${order}`)).effects).toEqual([]);
});
