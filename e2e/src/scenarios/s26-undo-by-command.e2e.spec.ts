import { proposalStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { countersign } from '../harness/countersign-command.js';
import { askForCredit, outage } from '../harness/credit-story.js';
import { proposeRefund } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start({ policies: { automaticUpToMinor: 20_000 } });
});
afterAll(() => system.stop());

const reason = 'credited to the wrong account';

async function undo(id: string, ...flags: readonly string[]) {
  const url = system.host.urlOf('gateway') ?? '';
  const env = { COUNTERSIGN_TOKEN: await system.as('sam').token() };
  return countersign(['undo', id, '--url', url, ...flags], env);
}

const show = (id: string) =>
  countersign(['show', id], { DATABASE_URL: system.database.urls.countersign_auditor });

async function credited(): Promise<string> {
  const { proposalId } = await askForCredit(system, await outage(system));
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  expect((await system.as('maya').decide(proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  return proposalId;
}

test('S26: an operator asks by command; another person approves, and both records name each other', async () => {
  const first = await credited();
  const asked = await undo(first, '--reason', reason);
  expect([asked.code, asked.err]).toEqual([0, '']);
  expect(asked.out).toContain('Nothing has changed yet. It waits for:');
  expect(asked.out).toMatch(/the approval of a support manager/);
  const [, short = ''] = /It is proposal ([0-9a-f]{8})/.exec(asked.out) ?? [];
  const { undo: made } = JSON.parse((await undo(first, '--reason', reason, '--json')).out) as {
    undo: { proposalId: string };
  };
  // The same words again are the same request.
  expect(made.proposalId.startsWith(short)).toBe(true);
  const [drafted] = await system.events(proposalStream(made.proposalId));
  expect(drafted?.data).toMatchObject({ compensates: first, author: { subject: 'sam' } });
  expect(JSON.stringify(drafted?.data['action'])).toContain(reason);
  expect((await system.admin.effectsIn('billing')).map(({ operationId }) => operationId)).toEqual([first]);

  for (const barred of ['maya', 'sam'])
    expect((await system.as(barred).decide(made.proposalId, 'approve')).status).toBe(403);
  expect((await system.as('priya').decide(made.proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(made.proposalId, 'ProposalCompleted');
  await system.waitForEvent(first, 'ReservationReleased');
  const effects = await system.admin.effectsIn('billing');
  expect(effects).toMatchObject([{ kind: 'credit' }, { kind: 'reversal', operationId: made.proposalId }]);
  expect((await show(made.proposalId)).out).toMatch(new RegExp(`Linked\\s+takes back proposal ${first}`));
  expect((await show(first)).out).toMatch(
    new RegExp(`Linked\\s+was taken back by proposal ${made.proposalId}`),
  );
  const again = await undo(first, '--reason', 'once more');
  expect(again.code).toBe(1);
  expect(again.out).toMatch(/denied|duplicate|Denied|Duplicate/);
});

test('what no capability takes back, was not carried out, or is nobody’s is refused in one sentence', async () => {
  const order = await system.admin.order({ lines: [{ lineId: '1', title: 'lamp', unitPriceMinor: 6_000 }] });
  const refund = await proposeRefund(system, order);
  await system.waitForEvent(refund, 'ProposalCompleted');
  const refused = { code: 1, out: '' };
  expect(await undo(refund, '--reason', reason)).toMatchObject({
    ...refused,
    err: 'Nothing takes refund create back: its capability lists no way.\n',
  });
  const { proposalId } = await askForCredit(system, await outage(system));
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  const early = await undo(proposalId, '--reason', reason);
  expect(early).toMatchObject({ ...refused, err: expect.stringMatching(/is not completed .*only what was/) });
  const nobodys = '5d1c0a7b-6f0e-4c55-9d0b-0f3f8a1c2b3d';
  expect(await undo(nobodys, '--reason', reason)).toMatchObject({
    ...refused,
    err: expect.stringContaining('no such proposal'),
  });
  expect(await undo(proposalId.slice(0, 8), '--reason', reason)).toMatchObject({
    ...refused,
    err: 'With --url give the whole id.\n',
  });
});

test('a step that comes after another says so', async () => {
  const first = await credited();
  const id = await waitFor('a step after the credit', async () => {
    for (const { operationId } of await system.admin.effectsIn('support')) {
      const [drafted] = await system.events(proposalStream(operationId));
      if (drafted?.data['follows'] === first) return operationId;
    }
    return undefined;
  });
  expect((await show(id)).out).toMatch(
    new RegExp(`Linked\\s+comes after proposal ${first}, which was completed first`),
  );
});
