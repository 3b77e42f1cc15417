import { proposalStream } from '@countersign/contracts';
import { waitFor } from '@countersign/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  askForFollowUp,
  type FollowUpStory,
  messagesOn,
  opportunity,
  opportunitySeven,
  saidYes,
} from '../harness/follow-up-story.js';
import type { Fault } from '../harness/sandbox-admin.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterEach(() => system.admin.mend('crm'));
afterAll(() => system.stop());

const send = 'POST /v1/messages';
const draftOf = async (id: string) => (await system.events(proposalStream(id)))[0]?.data;

async function approvedUnder(story: FollowUpStory, fault: Omit<Fault, 'route'>): Promise<string> {
  const { proposalId } = await askForFollowUp(system, story);
  await system.admin.fault('crm', { route: send, ...fault });
  expect((await story.ada.decide(proposalId, 'approve')).status).toBe(200);
  return proposalId;
}

/** What the CRM was asked about this operation, in order: `sent`, `operation`, `delivery`. */
async function asked(proposalId: string): Promise<readonly string[]> {
  const words = new Map([
    [send, 'sent'],
    ['GET /v1/operations/:id', 'operation'],
    ['GET /v1/deliveries/:operation', 'delivery'],
  ]);
  return (await system.admin.callsTo('crm'))
    .filter(({ key, path }) => key === proposalId || path.includes(proposalId))
    .flatMap(({ route }) => words.get(route) ?? []);
}

test('S40: the CRM times out: unknown, the delivery record is read before anything is sent again; exactly one message', async () => {
  const story = opportunitySeven(system);
  const proposalId = await approvedUnder(story, { kind: 'delay', delayMs: 4_000, applied: true, times: 1 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const stream = await system.types(proposalId);
  expect(stream.filter((type) => type !== 'TargetLooked').slice(stream.indexOf('ExecutionStarted'))).toEqual([
    ...['ExecutionStarted', 'OutcomeUnknown', 'OutcomeReconciled', 'ProposalCompleted'],
  ]);
  expect(stream).toContain('TargetLooked');
  expect(await messagesOn(system, story)).toMatchObject([
    { operationId: proposalId, recipient: story.email, contactId: story.contactId },
  ]);
  expect((await asked(proposalId)).slice(0, 3)).toEqual(['sent', 'operation', 'delivery']);
  expect((await asked(proposalId)).filter((what) => what === 'sent')).toHaveLength(1);

  const unsure = await story.ada.waitForReply('that nobody knows', ({ code }) => code === 'outcome_unknown');
  expect(unsure.text).toMatch(/could not confirm your follow-up yet.*the CRM.*don't ask for it again/);
  const done = await story.ada.waitForReply('that it went out', ({ code }) => code === 'completed');
  const [message] = await messagesOn(system, story);
  expect(done.text).toContain(String(message?.['reference']));
  expect(done.text).toMatch(/^Done: follow-up for opportunity \d+.*cannot be unsent/);
});

test('S40: the request is lost: proven absent, and only then sent again under the same operation id; exactly one message', async () => {
  const story = await opportunity(system);
  const proposalId = await approvedUnder(story, { kind: 'request_lost', times: 1 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const stream = await system.types(proposalId);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(2);
  expect((await system.waitForEvent(proposalId, 'OutcomeReconciled')).data).toMatchObject({
    finding: 'did_not_happen',
    evidence: { complete: true, absence: { basis: 'lookup_by_operation' } },
  });
  expect(await messagesOn(system, story)).toMatchObject([{ operationId: proposalId }]);
  // What was lost never reached the CRM: the first it heard of the operation is that we asked for it.
  expect((await asked(proposalId))[0]).toBe('operation');
  await story.ada.waitForReply('that it went out', ({ code }) => code === 'completed');
});

test('S40: a CRM that says 503 and sends all the same is found out by its own record; exactly one message', async () => {
  const story = await opportunity(system);
  const proposalId = await approvedUnder(story, { kind: 'status_503', applied: true, times: 1 });
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect(await messagesOn(system, story)).toMatchObject([{ operationId: proposalId }]);
  await story.ada.waitForReply('that it went out', ({ code }) => code === 'completed');
});

test('S40: what is approved is the exact text to the address of the record, shown with what cannot be seen', async () => {
  const story = await opportunity(system);
  const text = ': "Hello Dana,\nshall we talk on Friday?\u202e\u200b Ada"';
  const { proposalId } = await askForFollowUp(system, story, text);
  const body = 'Hello Dana,\nshall we talk on Friday?\u202e\u200b Ada';
  expect(await draftOf(proposalId)).toMatchObject({
    action: { arguments: { recipient: story.email, channel: 'email', body, after: 'none' } },
  });
  const card = JSON.stringify(await story.ada.cardWhenAsked(proposalId));
  expect(card).toContain('shall we talk on Friday?[U+202E][U+200B] Ada');
  expect(card).toContain(`Dana Petrov, ${story.email}`);
  expect(card).toMatch(/cannot be unsent/);
  expect((await system.waitForEvent(proposalId, 'PolicyDecided')).data).toMatchObject({
    requirements: [{ basis: 'consent' }, { basis: 'approval', role: 'sales_manager' }],
  });
  await saidYes(proposalId, story.ada, system.as('lena'));
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect(await messagesOn(system, story)).toMatchObject([{ operationId: proposalId, body }]);
});

test('C22, C23: what the CRM refuses in its own words is final: called once, told why, and free to be asked for again', async () => {
  const story = await opportunity(system, { contact: { mailbox: 'suppressed' } });
  const { proposalId } = await askForFollowUp(system, story);
  await saidYes(proposalId, story.ada);
  const failed = await system.waitForEvent(proposalId, 'ExecutionFailed');
  expect(failed.data).toMatchObject({ class: 'rejected', code: 'recipient_suppressed' });
  await system.waitForEvent(proposalId, 'ReservationReleased');
  const stream = await system.types(proposalId);
  expect(stream.filter((type) => type === 'ExecutionStarted')).toHaveLength(1);
  expect(stream).not.toContain('ExecutionSucceeded');
  expect((await asked(proposalId)).filter((what) => what === 'sent')).toHaveLength(1);
  expect(await messagesOn(system, story)).toEqual([]);
  const told = await story.ada.waitForReply('why', ({ code }) => code === 'failed');
  expect(told.text).toBe('Not carried out: the mail provider does not deliver to this address any more.');

  await system.admin.change(`/crm/contacts/${story.contactId}`, { mailbox: 'good' });
  await story.ada.say(`Send Dana a follow-up on opportunity ${story.opportunityId}`);
  const again = await waitFor('a second proposal', async () => {
    const { replies } = await story.ada.conversation();
    const cards = (replies as { cards: { proposalId: string }[] }[]).flatMap((reply) => reply.cards);
    return cards.map((card) => card.proposalId).find((id) => id !== proposalId);
  });
  await saidYes(again, story.ada);
  await system.waitForEvent(again, 'ProposalCompleted');
  expect(await messagesOn(system, story)).toMatchObject([{ operationId: again }]);
});
