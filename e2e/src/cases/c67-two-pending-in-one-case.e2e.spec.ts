import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { askForRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const one = (unitPriceMinor: number) => ({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor }] });

test('C67: refunds of orders A and B wait in one conversation; B approved, then A rejected: only B is paid', async () => {
  const { ada, proposalId: a, order: orderA } = await askForRefund(system, one(4_200));
  const orderB = await system.admin.order(one(5_100));
  const from = (await ada.replies()).length;
  await ada.say(`Please also refund order #${orderB}.`);
  await ada.waitForReply('is it unopened?', (reply) => /unopened|sealed|opened/i.test(reply.text), { from });
  await ada.say('It is unopened as well.');
  const shown = await ada.waitForReply(
    'the second card',
    (reply) => reply.cards.some((card) => card.proposalId !== a),
    { from },
  );
  const b = shown.cards.find((card) => card.proposalId !== a)?.proposalId ?? '';
  const [cardA, cardB] = [(await ada.card(a)).body, (await ada.card(b)).body];
  expect(cardA['digest']).not.toBe(cardB['digest']);

  // What was seen of one decides nothing of the other.
  const crossed = await ada.decide(b, 'approve', { digest: cardA['digest'], sight: cardA['sight'] });
  expect(crossed.status).toBe(409);
  expect((await ada.decide(b, 'approve')).status).toBe(200);
  expect((await ada.decide(a, 'reject')).status).toBe(200);
  await system.waitForEvent(b, 'ProposalCompleted');
  await system.waitForEvent(a, 'ReservationReleased');

  expect((await system.admin.ledger(`ch_${orderA}`)).effects).toEqual([]);
  expect((await system.admin.ledger(`ch_${orderB}`)).effects).toEqual([
    expect.objectContaining({ amountMinor: 5_100, operationId: b, charge: `ch_${orderB}` }),
  ]);
  expect((await system.waitForEvent(b, 'ApprovalGranted')).data).toMatchObject({ digest: cardB['digest'] });
  expect(await system.types(a)).not.toContain('ApprovalGranted');
  const done = await ada.waitForReply('that B is done', (reply) => reply.code === 'completed');
  expect(done.text).toContain(orderB);
  expect(done.text).not.toContain(orderA);
});
