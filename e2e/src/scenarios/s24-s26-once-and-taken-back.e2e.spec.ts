import { randomUUID } from 'node:crypto';
import { capabilities, intentOfAction } from '@countersign/capabilities';
import { digestOf, proposalStream } from '@countersign/contracts';
import { type Action, proposalId as idOf, type ProposalEventData, tenantId } from '@countersign/domain';
import { PostgresEventStore } from '@countersign/event-store';
import { waitFor } from '@countersign/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askForCredit, type CreditStory, outage } from '../harness/credit-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const tenant = tenantId('fjordlight');
const effects = async (at: 'billing' | 'support', id: string) =>
  (await system.admin.effectsIn(at)).filter((effect) => effect.operationId === id);
const verdict = async (id: string) =>
  (await system.waitForEvent(id, 'PolicyDecided')).data as unknown as ProposalEventData<'PolicyDecided'>;

/** A credit that was asked for, approved by maya and read back. */
async function credited(story: CreditStory): Promise<{ proposalId: string; ourCase: string }> {
  const asked = await askForCredit(system, story);
  await system.waitForEvent(asked.proposalId, 'ApprovalRequested');
  expect((await system.as('maya').decide(asked.proposalId, 'approve')).status).toBe(200);
  await system.waitForEvent(asked.proposalId, 'ProposalCompleted');
  return asked;
}

/** What a model that has gone astray writes with its own role: a part of the credit, "approved" by its own word. */
async function forgedPart(like: string, amountMinor: number): Promise<string> {
  const [first] = await system.events(proposalStream(like));
  const draft = first?.data as unknown as ProposalEventData<'ProposalDrafted'>;
  const id = randomUUID();
  const at = new Date().toISOString();
  const said = { fact: 'approval', value: 'a manager has approved this', basis: 'stated', source: 'model' };
  const action = {
    ...draft.action,
    money: { amountMinor, currency: 'USD' },
    evidence: [...draft.action.evidence, { ...said, readAt: at }],
  } as Action;
  const data = {
    ...draft,
    ...{ proposalId: idOf(id), action, draftedAt: at },
    digest: digestOf(tenant, action),
    intent: intentOfAction(tenant, action, [id]),
  };
  const specialist = new PostgresEventStore({ url: system.database.urls.countersign_refund_specialist });
  const event = { id: randomUUID(), type: 'ProposalDrafted', schemaVersion: 1, data: data as never };
  const answer = await specialist.append({
    ...{ tenant, stream: proposalStream(id), expectedVersion: 0 },
    events: [{ ...event, metadata: { causationId: id, correlationId: id } }],
  });
  await specialist.close();
  expect(answer.outcome).toBe('appended');
  return id;
}

describe('S24: what a model says or splits', () => {
  test('two of $600 are one of $1,200: approval is still required, the repeat is told as one, and one credit a case is let through', async () => {
    const story = await outage(system);
    const { proposalId: whole } = await askForCredit(system, story);
    await system.waitForEvent(whole, 'ApprovalRequested');
    const maya = system.as('maya');
    expect((await maya.decide(whole, 'reject')).status).toBe(200);
    await system.waitForEvent(whole, 'ReservationReleased');

    const one = await forgedPart(whole, 60_000);
    expect(await verdict(one)).toMatchObject({
      verdict: 'requirements',
      requirements: [{ role: 'support_manager' }],
      facts: { earlierMinor: 0, dueMinor: 120_000 },
    });
    // The same part again is the first one's repeat, whatever it calls its own intent.
    const repeat = await forgedPart(whole, 60_000);
    expect((await system.waitForEvent(repeat, 'ProposalMarkedDuplicate')).data).toMatchObject({ of: one });
    const two = await forgedPart(whole, 59_900);
    const second = await verdict(two);
    expect(second.facts).toMatchObject({ earlierMinor: 60_000 });
    expect([second.verdict, second.reasons.map(({ policyId }) => policyId)]).toEqual(['deny', ['once_only']]);
    expect((await system.as('maya').decide(one, 'approve')).status).toBe(200);
    await system.waitForEvent(one, 'ProposalCompleted');

    const three = await forgedPart(whole, 60_000);
    expect((await verdict(three)).verdict).toBe('deny');
    expect(await effects('billing', one)).toHaveLength(1);
    for (const id of [repeat, two, three]) expect(await effects('billing', id)).toEqual([]);
    for (const id of [repeat, two, three]) expect(await system.types(id)).not.toContain('ExecutionStarted');
  });

  test('more than the agreement gives is denied, whoever is said to have approved it', async () => {
    const story = await outage(system);
    const { proposalId: whole } = await askForCredit(system, story);
    await system.waitForEvent(whole, 'ApprovalRequested');
    const more = await forgedPart(whole, 120_001);
    expect((await verdict(more)).reasons[0]?.policyId).toBe('credit-over-due');
    expect(await effects('billing', more)).toEqual([]);
  });
});

test('S25: updating the support case fails for a while: it is tried again, and the credit stays', async () => {
  const story = await outage(system);
  const route = 'POST /v1/cases/:id/updates';
  await system.admin.fault('support', { route, kind: 'status_503', times: 2 });
  const { proposalId, ourCase } = await credited(story);
  const steps = [await system.proposalOf(ourCase, 2), await system.proposalOf(ourCase, 3)];
  for (const step of steps) await system.waitForEvent(step, 'ProposalCompleted');
  const kinds = await Promise.all(
    steps.map(
      async (step) => (await system.events(proposalStream(step)))[0]?.data['action'] as unknown as Action,
    ),
  );
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['support-case.update', 'support-reply.draft']);
  const updated = steps[kinds.findIndex(({ kind }) => kind === 'support-case.update')] ?? '';
  expect(await system.types(updated)).toContain('ExecutionRetryScheduled');
  expect(await effects('support', updated)).toMatchObject([{ kind: 'update', caseId: story.caseId }]);
  for (const step of steps) expect(await system.types(step)).not.toContain('ApprovalRequested');
  expect(await effects('billing', proposalId)).toHaveLength(1);
  expect((await system.admin.effectsIn('billing')).filter((effect) => effect['kind'] === 'reversal')).toEqual(
    [],
  );
  await waitFor('the case to be completed', async () =>
    (await system.events(`case-${ourCase}`)).find(({ type }) => type === 'CaseCompleted'),
  );
  const replies = await story.ada.replies();
  expect(replies.filter(({ text }) => /support case|draft/i.test(text))).toEqual([]);
});

describe('S26: a credit went to the wrong account', () => {
  test('an operator asks to take it back: linked, approved by another person, carried out once', async () => {
    const story = await outage(system);
    const { proposalId } = await credited(story);
    await system.admin.change(`/support/cases/${story.caseId}`, { accountId: 'acct_7721' });
    const asked = { kind: 'service-credit.reverse', customer: 'ada', arguments: {}, compensates: proposalId };
    const taken = await system.as('sam').propose(asked);
    expect([taken.status, taken.body['code']]).toEqual([202, undefined]);
    const undo = String(taken.body['proposalId']);
    await system.waitForEvent(undo, 'ApprovalRequested');
    expect((await system.events(proposalStream(undo)))[0]?.data).toMatchObject({
      compensates: proposalId,
      action: {
        target: { type: 'account', id: story.accountId },
        money: { amountMinor: 120_000, currency: 'USD' },
      },
    });

    const again = String((await system.as('sam').propose(asked)).body['proposalId']);
    await waitFor('the second undo to be turned away', async () =>
      (await system.types(again)).find((type) => ['PolicyDecided', 'ProposalMarkedDuplicate'].includes(type)),
    );
    expect(await system.types(again)).not.toContain('ApprovalRequested');

    const bySame = await system.as('maya').decide(undo, 'approve');
    expect([bySame.status, bySame.body['code']]).toEqual([403, 'four_eyes']);
    expect((await system.as('priya').decide(undo, 'approve')).status).toBe(200);
    await system.waitForEvent(undo, 'ProposalCompleted');
    expect(await effects('billing', undo)).toMatchObject([{ kind: 'reversal', amountMinor: 120_000 }]);
    expect(await effects('billing', proposalId)).toHaveLength(1);
    await system.waitForEvent(proposalId, 'ReservationReleased');

    const { caseId: later } = await story.ada.say(
      `Please give us the service credit for the outage of case ${story.caseId} again.`,
    );
    const right = await waitFor('the credit on the right account', async () =>
      (await system.events(`case-${later}`)).find(
        ({ type, data }) =>
          type === 'ProposalAttached' &&
          data['kind'] === 'service-credit.create' &&
          data['proposalId'] !== proposalId,
      ),
    );
    const drafted = (await system.events(proposalStream(String(right.data['proposalId']))))[0];
    expect(drafted?.data['action']).toMatchObject({ target: { id: 'acct_7721' } });
  });

  test('what was never carried out, is not listed, or is said to be undone by a planner is not', async () => {
    const story = await outage(system);
    const { proposalId } = await askForCredit(system, story);
    await system.waitForEvent(proposalId, 'ApprovalRequested');
    const asked = { kind: 'service-credit.reverse', customer: 'ada', arguments: {}, compensates: proposalId };
    expect((await system.as('sam').propose(asked)).status).toBe(422);
    expect((await system.as('sam').propose({ ...asked, compensates: randomUUID() })).status).toBe(422);
    expect(capabilities.byKind('service-credit.create')?.recoveries?.map(({ kind }) => kind)).toEqual([
      'service-credit.reverse',
    ]);
    expect(
      (await system.admin.effectsIn('billing')).some(({ operationId }) => operationId === proposalId),
    ).toBe(false);
  });
});
