import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { proposeRefund } from '../harness/refund-story.js';
import type { Separate } from '../harness/separate-processes.js';
import { System } from '../harness/system.js';

let system: System;
let processes: Separate;
beforeAll(async () => {
  system = await System.start({ separateProcesses: true });
  processes = system.host as Separate;
});
afterAll(() => system.stop());

async function proposed(): Promise<string> {
  const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];
  const id = await proposeRefund(system, await system.admin.order({ lines }));
  await system.waitForEvent(id, 'ApprovalRequested');
  return id;
}

test('C64, C66: an executor that hears everything from the beginning sends nothing that nobody decided', async () => {
  const ada = system.newPerson('ada');
  const [waiting, rejected, done] = [await proposed(), await proposed(), await proposed()];
  expect((await ada.decide(rejected, 'reject')).status).toBe(200);
  await system.waitForEvent(rejected, 'ReservationReleased');
  expect((await ada.decide(done, 'approve')).status).toBe(200);
  await system.waitForEvent(done, 'ProposalCompleted');
  const before = await Promise.all([waiting, rejected, done].map((id) => system.threeRecords(id)));

  await processes.kill('executor');
  await system.bus.rewind('executor');
  await processes.start('executor');

  // It has heard all that came before once it has carried out what came after.
  const after = await proposed();
  expect((await ada.decide(after, 'approve')).status).toBe(200);
  await system.waitForEvent(after, 'ProposalCompleted');
  expect(await Promise.all([waiting, rejected, done].map((id) => system.threeRecords(id)))).toEqual(before);
  expect((await system.admin.ledger()).effects).toHaveLength(2);
});
