import { services } from '@countersign/cli/composition';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { restart } from '../harness/killings.js';
import { System } from '../harness/system.js';
import { afterMinutes, consentedOnly, queueOf } from '../harness/waiting-long.js';

const all = services.map(({ service }) => service);

let system: System;
beforeAll(async () => {
  system = await System.start({ separateProcesses: true });
});
afterAll(() => system.stop());

test('S21: four hours and a restart of every process between each step: it goes on, and there is one effect', async () => {
  const { ada, proposalId, charge } = await consentedOnly(system);
  await restart(system, ...all);
  await afterMinutes(system, 61);
  await system.waitForEvent(proposalId, 'ApprovalReminded');
  await restart(system, ...all);
  await afterMinutes(system, 60);
  const { data } = await system.waitForEvent(proposalId, 'ApprovalEscalated');
  expect(data).toMatchObject({ from: 'maya', to: 'priya' });
  // Past the deadline it had at first, and within the one that whoever it was passed on to was given.
  await afterMinutes(system, 120);
  await restart(system, ...all);

  const priya = system.newPerson('priya');
  await queueOf(system, priya, (rows) => rows.some((row) => row.proposalId === proposalId));
  expect(await priya.decide(proposalId, 'approve')).toMatchObject({ status: 200 });
  await restart(system, ...all);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(proposalId);
  expect(stream.filter((type) => /^Approval/.test(type))).toEqual([
    ...['ApprovalRequested', 'ApprovalGranted', 'ApprovalReminded', 'ApprovalEscalated', 'ApprovalGranted'],
  ]);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(effects).toEqual([
    expect.objectContaining({ charge, amountMinor: 64_000, operationId: proposalId }),
  ]);
  const told = await ada.waitForReply('that it is done', ({ code }) => code === 'completed');
  expect(told.text).toContain('640.00 EUR');
});
