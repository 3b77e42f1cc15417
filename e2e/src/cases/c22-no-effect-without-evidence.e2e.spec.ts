import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { refundAnew } from '../harness/refund-anew.js';
import { askForRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';
import { sendsOf, waitForSend } from '../harness/wire.js';

let system: System;
beforeAll(async () => {
  system = await System.start({ settings: { CALL_TIMEOUT_MS: '8000', SETTLE_WINDOW_MS: '16500' } });
});
afterAll(() => system.stop());

test('C22, C23: payments refuses with a code, as it does when the dispute comes after every check of ours: one call, no retry, no success is recorded, the remainder is whole, and people are told why', async () => {
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];
  const story = await askForRefund(system, { lines });
  // The bank is asked while the call is on its way: after every check of ours, before payments decides.
  await system.admin.fault('payments', {
    route: 'POST /v1/refunds',
    kind: 'delay',
    delayMs: 2_000,
    times: 1,
  });
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  await waitForSend(system, story.proposalId);
  await system.admin.changeCharge(story.charge, { disputed: true });
  const failed = await system.waitForEvent(story.proposalId, 'ExecutionFailed');
  expect(failed.data).toMatchObject({ class: 'rejected', code: expect.stringMatching(/disputed/) });
  await system.waitForEvent(story.proposalId, 'ReservationReleased');

  const { stream, effects } = await system.threeRecords(story.proposalId);
  const fromTheCall = stream.slice(stream.indexOf('ExecutionStarted'));
  expect(fromTheCall.filter((type) => type !== 'TargetLooked')).toEqual([
    'ExecutionStarted',
    'ExecutionFailed',
    'ReservationReleased',
  ]);
  expect(effects).toEqual([]);
  expect(await sendsOf(system, story.proposalId)).toHaveLength(1);
  const told = await story.ada.waitForReply('why not', (reply) => reply.code === 'failed');
  expect(told.text).toMatch(/^Not carried out: your bank is already looking into this payment/);
  expect(told.text).not.toMatch(/done|refunded you/i);

  // The bank drops the matter: all of it is still there to be refunded.
  await system.admin.changeCharge(story.charge, { disputed: false });
  const again = await refundAnew(system, story.order, { capturedMinor: 4_200 });
  const paid = (await system.admin.ledger(story.charge)).effects;
  expect(paid).toEqual([expect.objectContaining({ operationId: again, amountMinor: 4_200 })]);
});
