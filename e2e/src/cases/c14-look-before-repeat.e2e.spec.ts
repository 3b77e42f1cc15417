import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import type { Call } from '../harness/sandbox-admin.js';
import { System } from '../harness/system.js';
import { callsAbout, isLookUp } from '../harness/wire.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterEach(() => system.admin.mend('payments'));
afterAll(() => system.stop());

const route = 'POST /v1/refunds';

/** What payments got about a refund whose first call met a fault, until it was completed. */
async function onTheWire(kind: 'response_lost' | 'request_lost'): Promise<readonly Call[]> {
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];
  const order = await system.admin.order({ lines });
  const proposalId = await proposeRefund(system, order);
  await system.admin.fault('payments', { route, kind, times: 1 });
  expect((await system.newPerson('ada').decide(proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const { effects } = await system.admin.ledger(`ch_${order}`);
  expect(effects.map((effect) => effect.operationId)).toEqual([proposalId]);
  const calls = await callsAbout(system, { proposalId, charge: `ch_${order}` });
  return calls.slice(calls.findIndex((call) => !isLookUp(call)));
}

test('C14: the reply is lost: what follows on the wire are look-ups by the operation, and no second send', async () => {
  const [sent, ...after] = await onTheWire('response_lost');
  expect(sent).toMatchObject({ method: 'POST', answered: false });
  expect(after.length).toBeGreaterThan(0);
  for (const call of after) expect(isLookUp(call)).toBe(true);
});

test('C14: the request is lost: a look-up comes before the repeat, and the repeat is the same to the byte', async () => {
  const [first, ...after] = await onTheWire('request_lost');
  const again = after.findIndex((call) => !isLookUp(call));
  expect(again).toBeGreaterThan(0);
  const repeat = after[again];
  expect(repeat?.body).toBe(first?.body);
  for (const header of ['idempotency-key', 'content-type', 'stripe-version', 'content-length']) {
    expect([header, repeat?.headers[header]]).toEqual([header, first?.headers[header]]);
  }
  expect(after.filter((call) => !isLookUp(call))).toHaveLength(1);
});
