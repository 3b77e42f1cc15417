import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import type { Separate } from '../harness/separate-processes.js';
import { System } from '../harness/system.js';
import { callsAbout, isLookUp, sendsOf } from '../harness/wire.js';

const route = 'POST /v1/refunds';
const headphones = { lines: [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }] };

let system: System;
let processes: Separate;
beforeAll(async () => {
  // The call outlives the test's patience: the executor is killed while it still waits for the answer.
  const settings = { CALL_TIMEOUT_MS: '8000', SETTLE_WINDOW_MS: '16500' };
  system = await System.start({ separateProcesses: true, settings });
  processes = system.host as Separate;
});
afterAll(() => system.stop());

/** The refund has been applied, its answer is on no wire yet, and nobody is left to hear it. */
async function killedBeforeTheAnswer(charge: string): Promise<void> {
  await waitFor('the refund at payments', async () => {
    const { effects } = await system.admin.ledger(charge);
    return effects.length > 0 ? effects : undefined;
  });
  await processes.kill('executor');
}

const keysOf = async (proposalId: string) =>
  (await sendsOf(system, proposalId)).map((call) => call.headers['idempotency-key']);

test('C01: applied, the reply dropped, the executor killed and restarted: one effect under one key', async () => {
  const order = await system.admin.order(headphones);
  const charge = `ch_${order}`;
  const proposalId = await proposeRefund(system, order);
  // Refused once before, so that there is a retry and more than one call whose key can differ.
  await system.admin.fault('payments', { route, kind: 'status_503', times: 1 });
  await system.admin.fault('payments', { route, kind: 'delay', delayMs: 30_000, applied: true, times: 1 });
  const ada = system.newPerson('ada');
  expect((await ada.decide(proposalId, 'approve')).status).toBe(200);
  await killedBeforeTheAnswer(charge);
  expect((await system.types(proposalId)).at(-1)).toBe('ExecutionStarted');

  await processes.start('executor');
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(effects).toEqual([
    expect.objectContaining({ charge, amountMinor: 4_200, operationId: proposalId, key: proposalId }),
  ]);
  expect((await system.admin.ledger(charge)).effects).toHaveLength(1);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(2);
  expect(stream).toContain('OutcomeUnknown');
  expect(stream).toContain('OutcomeReconciled');
  expect(await keysOf(proposalId)).toEqual([proposalId, proposalId]);
  const told = (await system.as('helpdesk-bot').proposal(proposalId)).body;
  expect(told).toMatchObject({ status: 'completed', receipt: { reference: effects[0]?.effect } });
});

test('C01, C14: killed with the request lost: proven absent by looking, sent again under the same key', async () => {
  const order = await system.admin.order(headphones);
  const proposalId = await proposeRefund(system, order);
  await system.admin.fault('payments', { route, kind: 'request_lost', times: 1 });
  expect((await system.newPerson('ada').decide(proposalId, 'approve')).status).toBe(200);
  await waitFor('the send', async () => ((await sendsOf(system, proposalId)).length > 0 ? true : undefined));
  await processes.kill('executor');
  await processes.start('executor');
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const calls = await callsAbout(system, { proposalId, charge: `ch_${order}` });
  const sends = calls.filter((call) => !isLookUp(call));
  expect(sends.map((call) => call.headers['idempotency-key'])).toEqual([proposalId, proposalId]);
  expect(sends[1]?.body).toBe(sends[0]?.body);
  const kinds = calls.map((call) => (isLookUp(call) ? 'look-up' : 'send'));
  expect(kinds[kinds.lastIndexOf('send') - 1]).toBe('look-up');
  expect((await system.admin.ledger(`ch_${order}`)).effects).toHaveLength(1);
});
