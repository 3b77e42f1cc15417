import { waitFor } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { askForRefund, type RefundStory } from '../harness/refund-story.js';
import type { Effect } from '../harness/sandbox-admin.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterEach(() => system.admin.mend('payments'));
afterAll(() => system.stop());

const send = 'POST /v1/refunds';
const lines = [{ lineId: '1', title: 'headphones', unitPriceMinor: 4_200 }];

async function approvedUnder(fault: () => Promise<unknown>): Promise<RefundStory> {
  const story = await askForRefund(system, { lines });
  await fault();
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  return story;
}

function oneRefund({ charge, proposalId }: RefundStory): Effect {
  return expect.objectContaining({
    charge,
    amountMinor: 4_200,
    currency: 'EUR',
    operationId: proposalId,
    key: proposalId,
  }) as unknown as Effect;
}

test('S07: the response is lost: unknown, told so, found by operation id, completed; exactly one refund', async () => {
  const story = await approvedUnder(() =>
    system.admin.fault('payments', { route: send, kind: 'response_lost', times: 1 }),
  );
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');

  const { stream, effects } = await system.threeRecords(story.proposalId);
  const fromTheCall = stream.slice(stream.indexOf('ExecutionStarted'));
  expect(fromTheCall).toContain('TargetLooked');
  expect(fromTheCall.filter((type) => type !== 'TargetLooked')).toEqual([
    'ExecutionStarted',
    'OutcomeUnknown',
    'OutcomeReconciled',
    'ProposalCompleted',
  ]);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(effects).toEqual([oneRefund(story)]);
  const unknown = await story.ada.waitForReply(
    'that nobody knows yet',
    (reply) => reply.code === 'outcome_unknown',
  );
  expect(unknown.text).toMatch(/could not confirm/);
  expect(unknown.text).toMatch(/don't ask for it again/);
  const done = await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
  expect(done.text).toContain(effects[0]?.effect ?? 'no reference');
});

test('S08: the request is lost: proven absent, sent again under the same operation id; exactly one refund', async () => {
  const story = await approvedUnder(() =>
    system.admin.fault('payments', { route: send, kind: 'request_lost', times: 1 }),
  );
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');

  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(2);
  const settled = await system.waitForEvent(story.proposalId, 'OutcomeReconciled');
  expect(settled.data).toMatchObject({ finding: 'did_not_happen', evidence: { complete: true } });
  expect(effects).toEqual([oneRefund(story)]);
  const { calls } = await system.admin.ledger();
  const mine = calls.filter((call) => call.key === story.proposalId);
  // What was lost never reached the provider's ledger; the second attempt is the one call it knows.
  expect(mine).toHaveLength(1);
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
});

test('S09: payments answers 503 twice, then works: two transient tries, backoff, exactly one refund', async () => {
  const story = await approvedUnder(() =>
    system.admin.fault('payments', { route: send, kind: 'status_503', times: 2 }),
  );
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');

  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream.filter((type) => type === 'ExecutionRetryScheduled')).toHaveLength(2);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(3);
  expect(stream).not.toContain('OutcomeUnknown');
  expect(effects).toEqual([oneRefund(story)]);
  const told = await story.ada.replies();
  expect(told.filter((reply) => reply.code === 'retry_scheduled').map((reply) => reply.text)).toEqual([
    'Taking longer than usual. Nothing has been paid yet.',
  ]);
});

test('S10: payments knows the key with other parameters: permanent, never retried, in the recovery queue', async () => {
  const story = await askForRefund(system, { lines });
  await usedBefore(story, 100);
  expect((await story.ada.decide(story.proposalId, 'approve')).status).toBe(200);
  const review = await system.waitForEvent(story.proposalId, 'ReviewRequested');

  expect(review.data).toMatchObject({ reason: 'parameters_differ' });
  const { stream } = await system.threeRecords(story.proposalId);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(stream).toContain('ExecutionFailed');
  expect(stream).not.toContain('ProposalCompleted');
  const { calls } = await system.admin.ledger();
  expect(calls.filter((call) => call.key === story.proposalId && call.body.includes('4200'))).toHaveLength(1);
  await waitFor('the item in the recovery queue', async () => {
    const queue = await system.as('sam').recovery('GET', '');
    return JSON.stringify(queue.body).includes(story.proposalId) ? true : undefined;
  });
});

/** Somebody used this very key for another charge before: the target remembers it with other content. */
async function usedBefore(story: RefundStory, amountMinor: number): Promise<void> {
  const other = await system.admin.order({ lines: [{ lineId: '1', title: 'other', unitPriceMinor: 9_000 }] });
  const body = new URLSearchParams({ charge: `ch_${other}`, amount: String(amountMinor) });
  const answer = await fetch(`${system.sandbox.urls.payments}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${system.world.keys.paymentsWrite}`,
      'idempotency-key': story.proposalId,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: body.toString(),
  });
  expect(answer.status).toBe(200);
}

test('S11: payments refuses for longer than the limits: recovery says why, nobody claims "failed"; then it is sent again', async () => {
  const story = await approvedUnder(() =>
    system.admin.fault('payments', { route: send, kind: 'status_503' }),
  );
  const review = await system.waitForEvent(story.proposalId, 'ReviewRequested');

  expect(review.data).toMatchObject({
    reason: 'retries_exhausted',
    allowedSteps: expect.arrayContaining(['send_again', 'look_again']),
  });
  const { stream, effects } = await system.threeRecords(story.proposalId);
  expect(stream).toContain('ExecutionRetriesExhausted');
  expect(stream).not.toContain('ExecutionFailed');
  expect(effects).toEqual([]);
  const item = await system.as('sam').recovery('GET', `/${story.proposalId}`);
  expect(item.status).toBe(200);
  expect(JSON.stringify(item.body)).toMatch(/retries_exhausted/);
  for (const reply of await story.ada.replies()) expect(reply.text).not.toMatch(/failed/i);

  await system.admin.mend('payments');
  await resolvedByTwo(story.proposalId, 'send_again');
  await system.waitForEvent(story.proposalId, 'ProposalCompleted');
  expect((await system.threeRecords(story.proposalId)).effects).toEqual([oneRefund(story)]);
  await story.ada.waitForReply('that it is done', (reply) => reply.code === 'completed');
});

async function resolvedByTwo(proposalId: string, step: string): Promise<void> {
  const sam = system.as('sam');
  const why = { step, evidence: 'status page of the provider', reason: 'it is up again' };
  expect(await sam.recovery('POST', `/${proposalId}/resolutions`, why)).toMatchObject({ status: 200 });
  const item = (await sam.recovery('GET', `/${proposalId}`)).body as {
    resolutions: { resolutionId: string }[];
  };
  const resolutionId = item.resolutions.at(-1)?.resolutionId ?? '';
  const alone = await sam.recovery('POST', `/${proposalId}/resolutions/signature`, { resolutionId });
  expect(alone).toMatchObject({ status: 403, body: { code: 'second_person_needed' } });
  await system.admin.changePerson('maya', { roles: ['support_manager', 'operator'] });
  const second = await system
    .newPerson('maya')
    .recovery('POST', `/${proposalId}/resolutions/signature`, { resolutionId });
  expect(second).toMatchObject({ status: 200 });
}
