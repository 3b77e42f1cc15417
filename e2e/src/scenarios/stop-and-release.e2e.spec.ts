import { randomUUID } from 'node:crypto';
import { caseStream, proposalStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { bothSayYes, chargedTwice, refundAndClose } from '../harness/account-story.js';
import { askForRefund, refundBody } from '../harness/refund-story.js';
import { System } from '../harness/system.js';

const scope = 'target-payments';
const send = 'POST /v1/refunds';

let system: System;
beforeAll(async () => {
  system = await System.start({
    policies: { automaticUpToMinor: 5_000 },
    settings: { CIRCUIT_OPEN_MS: '300', CIRCUIT_OPEN_CEILING_MS: '600', RETRY_ATTEMPTS_MAX: '50' },
  });
});
afterEach(async () => {
  for (const one of [scope, 'tenant'])
    await system.as('noor').stops('POST', `/${one}/release`, { reason: 'the test is over' });
  await system.admin.mend('payments');
});
afterAll(() => system.stop());

/** Calls that would move money, as the provider counts them. */
async function sends(): Promise<number> {
  const { calls } = await system.admin.ledger();
  return calls.filter(({ method }) => method === 'POST').length;
}

/** So many refunds that policy allows at once, each of an order of its own, a few at a time. */
async function refunds(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count)
    ids.push(...(await Promise.all([proposed(), proposed(), proposed(), proposed()])));
  return ids;
}

/** Asked for again, under the same key, when the machine is too busy to take it. */
async function proposed(): Promise<string> {
  const order = await system.admin.order({
    lines: [{ lineId: '1', title: 'cable', unitPriceMinor: 1_900 }],
  });
  const key = randomUUID();
  return waitFor(`the proposal about ${order} to be taken`, async () => {
    const answer = await system.as('helpdesk-bot').propose(refundBody(order), key);
    return answer.status === 202 ? String(answer.body['proposalId']) : undefined;
  });
}

const eventually = (ids: readonly string[], type: string) =>
  Promise.all(ids.map((id) => system.waitForEvent(id, type)));

test('what is stopped waits, approved and unsent, and goes on by itself when a second person releases it', async () => {
  const story = await askForRefund(system, {
    lines: [{ lineId: '1', title: 'trailer', unitPriceMinor: 7_900 }],
  });
  const stopped = await system.as('sam').stops('POST', '', { scope, reason: 'provider incident' });
  expect(stopped).toMatchObject({ status: 200, body: { outcome: 'stopped', scope, underWay: [] } });
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  const held = await system.waitForEvent(story.proposalId, 'ExecutionHeld');
  expect(held.data).toMatchObject({ code: 'stopped', system: 'payments', stop: scope, attempt: 0 });
  const told = await story.ada.waitForReply('that it takes longer', (reply) => reply.code === 'held');
  expect(told.text).toBe('Taking longer than usual. Nothing has been paid yet.');

  const waiting = await system.threeRecords(story.proposalId);
  expect(waiting.stream).not.toContain('ExecutionStarted');
  expect(waiting.effects).toEqual([]);
  const shown = await waitFor('the stop in the recovery queue', async () => {
    const { body } = await system.as('sam').recovery('GET', '');
    const stops = body['stops'] as { waiting: number }[];
    return stops[0]?.waiting === 1 ? stops : undefined;
  });
  expect(shown).toEqual([
    expect.objectContaining({
      scope,
      by: { subject: 'sam', name: 'Sam Achebe' },
      reason: 'provider incident',
    }),
  ]);

  const alone = await system.as('sam').stops('POST', `/${scope}/release`, { reason: 'over' });
  expect([alone.status, alone.body['code']]).toEqual([403, 'second_person_needed']);
  const released = await system.as('noor').stops('POST', `/${scope}/release`, { reason: 'it is over' });
  expect(released).toMatchObject({ status: 200, body: { outcome: 'released', waiting: 1 } });
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');
  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(effects).toEqual([expect.objectContaining({ amountMinor: 7_900, charge: story.charge })]);
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
});

test('two wishes of one case that one release lets go on are each carried out, and each is told of', async () => {
  const story = await chargedTwice(system);
  const { refund, closure, ourCase } = await refundAndClose(system, story);
  await system.as('sam').stops('POST', '', { scope: 'tenant', reason: 'something is off' });
  for (const id of [refund, closure]) await bothSayYes(system, story, id);
  for (const id of [refund, closure]) await system.waitForEvent(id, 'ExecutionHeld');
  await system.as('noor').stops('POST', '/tenant/release', { reason: 'it was nothing' });
  for (const id of [refund, closure]) await system.waitForEvent(id, 'ProposalCompleted');

  const completed = await waitFor('the case to be settled', async () =>
    (await system.events(caseStream(ourCase))).find(({ type }) => type === 'CaseCompleted'),
  );
  expect(completed.data).toMatchObject({ outcome: 'completed' });
  const both = [
    ...(await system.events(proposalStream(refund))),
    ...(await system.events(proposalStream(closure))),
  ];
  expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
  const { effects } = await system.admin.ledger();
  expect(effects.filter(({ operationId }) => operationId === refund)).toHaveLength(1);
  expect(await system.admin.effectsIn('accounts')).toContainEqual(
    expect.objectContaining({ kind: 'closure', operationId: closure }),
  );
  for (const done of [/^Done: refund/, /^Done: closure/])
    await story.ada.waitForReply(`${done}`, ({ text }) => done.test(text));
});

test('only operators stop and release, of what there is; auditors may look', async () => {
  const refused = async (who: string, path: string, body: object) => {
    const { status, body: problem } = await system.as(who).stops('POST', path, body);
    return [status, problem['code']];
  };
  const reason = 'because';
  expect(await refused('jonas', '', { scope, reason })).toEqual([403, 'role_missing']);
  expect(await refused('ada', '', { scope, reason })).toEqual([403, 'role_missing']);
  const unknown = await system.as('sam').stops('POST', '', { scope: 'target-payment', reason });
  expect(unknown).toMatchObject({ status: 400, body: { code: 'unknown_target' } });
  expect(unknown.body['errors']).toMatchObject([{ field: 'scope' }]);
  expect(await refused('sam', '/target-payment/release', { reason })).toEqual([404, 'not_found']);
  expect(await refused('sam', '', { scope, reason: '   ' })).toEqual([400, 'reason_missing']);
  expect(await refused('sam', `/${scope}/release`, { reason })).toEqual([409, 'not_stopped']);
  expect((await system.as('jonas').stops('GET')).status).toBe(403);
  expect(await system.as('sam').stops('GET')).toMatchObject({ status: 200, body: { stops: [] } });
  expect((await system.as('sam').stops('POST', '', { scope, reason })).status).toBe(200);
  expect(await refused('noor', '', { scope, reason })).toEqual([409, 'already_stopped']);
});

test('pulled under twenty approved refunds: no call after the answer, all done once after the release', async () => {
  await system.admin.fault('payments', { route: send, kind: 'delay', delayMs: 150 });
  const before = await sends();
  const asking = refunds(20);
  await waitFor('the first calls', async () => ((await sends()) > before ? true : undefined));
  const stopped = await system.as('sam').stops('POST', '', { scope: 'tenant', reason: 'something is off' });
  const atAnswer = await sends();
  expect(stopped).toMatchObject({ status: 200, body: { underWay: [] } });

  const ids = await asking;
  const sent = async (id: string) => (await system.types(id)).includes('ExecutionSucceeded');
  await waitFor('every refund sent before or held', async () => {
    for (const id of ids)
      if (!(await sent(id)) && !(await system.types(id)).includes('ExecutionHeld')) return undefined;
    return true;
  });
  expect(await sends()).toBe(atAnswer);
  expect(atAnswer).toBeLessThan(before + 20);

  await system.as('noor').stops('POST', '/tenant/release', { reason: 'it was nothing' });
  await eventually(ids, 'ProposalCompleted');
  const { effects } = await system.admin.ledger();
  const ours = effects.filter(({ operationId }) => ids.includes(operationId ?? ''));
  expect(ours.map(({ operationId }) => operationId).sort()).toEqual([...ids].sort());
});

test('a target that is down: its circuit opens, nothing is used up, and all recover by themselves', async () => {
  await system.admin.fault('payments', { route: send, kind: 'status_503' });
  const ids = await refunds(8);
  const isHeld = async (id: string) => (await system.types(id)).includes('ExecutionHeld');
  await waitFor('the circuit to hold some back', async () => {
    const held = await Promise.all(ids.map(isHeld));
    return held.filter(Boolean).length >= 3 ? true : undefined;
  });
  await system.admin.mend('payments');
  await eventually(ids, 'ProposalCompleted');
  const { effects } = await system.admin.ledger();
  const ours = effects.filter(({ operationId }) => ids.includes(operationId ?? ''));
  expect(ours).toHaveLength(8);
  for (const id of ids) {
    const held = (await system.events(`proposal-${id}`)).filter(({ type }) => type === 'ExecutionHeld');
    for (const { data } of held) expect(data).toMatchObject({ code: 'circuit_open', stop: 'none' });
    expect(await system.types(id)).not.toContain('ReviewRequested');
  }
});
