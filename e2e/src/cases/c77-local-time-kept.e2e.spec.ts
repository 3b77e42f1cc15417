import { caseStream } from '@countersign/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  appointment,
  bookingNow,
  changesOf,
  instantOf,
  nextChange,
  sayYes,
  shownInNewYork,
  wished,
} from '../harness/appointment-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const proposalsOf = async (caseId: string) =>
  (await system.events(caseStream(caseId))).filter(({ type }) => type === 'ProposalAttached');

test('C77: moved over the day the clocks are set forward, 09:00 stays 09:00 and its instant is an hour earlier', async () => {
  const change = nextChange('forward');
  const [friday, monday] = [daysAfter(change, -2), daysAfter(change, 1)];
  const story = await appointment(system, { startsLocal: `${friday}T09:00` });
  expect(story.startsAt).toBe(`${friday}T14:00:00Z`);
  const { proposalId } = await wished(system, story, `Please move my appointment to ${monday} at 09:00.`);

  const card = JSON.stringify(await story.ada.cardWhenAsked(proposalId));
  expect(card).toContain(`09:00 (America/New_York, UTC-05:00), ${friday}T14:00:00Z`);
  expect(card).toContain(`09:00 (America/New_York, UTC-04:00), ${monday}T13:00:00Z`);
  await sayYes(story.ada, proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const now = { startsLocal: `${monday}T09:00`, zone: 'America/New_York', startsAt: `${monday}T13:00:00Z` };
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'move', operationId: proposalId, ...now }]);
  expect(await bookingNow(system, story.bookingId)).toMatchObject(now);
  await story.ada.waitForReply('that it is moved', ({ code }) => code === 'completed');
});

test('C77: 02:30 on that day does not exist: asked about with the reason, and refused with the field over HTTP', async () => {
  const toLocal = `${nextChange('forward')}T02:30`;
  const story = await appointment(system);
  const { caseId } = await story.ada.say(`Please move my appointment to ${toLocal.replace('T', ' at ')}.`);
  const asked = await story.ada.waitForReply('another time', ({ text }) =>
    /Which time should it be/.test(text),
  );
  expect(asked.text).toMatch(/does not exist in America\/New_York/);
  expect(await proposalsOf(caseId)).toEqual([]);

  const { bookingId } = story;
  const { status, body } = await system.as('helpdesk-bot').propose({
    ...{ kind: 'appointment.reschedule', customer: 'ada', arguments: { bookingId, toLocal } },
  });
  expect({ status, errors: body['errors'] }).toEqual({
    status: 422,
    errors: [
      expect.objectContaining({
        field: 'arguments.toLocal',
        reason: expect.stringContaining('does not exist'),
      }),
    ],
  });
  expect(await changesOf(system, story)).toEqual([]);
});

test('C77: 01:30 on the day the clocks are set back comes twice: asked which, and only that one is done', async () => {
  const change = nextChange('back');
  const story = await appointment(system);
  const { caseId } = await story.ada.say(`Please move my appointment to ${change} at 01:30.`);
  await story.ada.waitForReply('which of the two', ({ text }) => /earlier or later\?/.test(text));
  expect(await proposalsOf(caseId)).toEqual([]);
  await story.ada.say('the later one');
  const proposalId = await system.proposalOf(caseId);
  await system.waitForEvent(proposalId, 'ApprovalRequested');
  await sayYes(story.ada, proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const startsAt = new Date(Date.parse(instantOf(`${change}T01:30`)) + 3_600_000)
    .toISOString()
    .replace('.000', '');
  expect(startsAt).toBe(`${change}T06:30:00Z`);
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'move', operationId: proposalId, startsAt }]);
});

test('a late cancellation says its fee on the card, and shortly before the start a manager has to agree as well', async () => {
  const lateTerms = { withinMinutes: 1_440, feeMinor: 2_500, currency: 'USD' };
  const soon = Date.now() + 90 * 60_000;
  const story = await appointment(system, { startsLocal: shownInNewYork(soon), more: { lateTerms } });
  const { proposalId } = await wished(system, story, 'Please cancel my appointment.');
  const card = JSON.stringify(await story.ada.cardWhenAsked(proposalId));
  expect(card).toMatch(/for a fee of 25\.00 USD/);
  expect((await system.waitForEvent(proposalId, 'PolicyDecided')).data).toMatchObject({
    verdict: 'requirements',
    requirements: [{ basis: 'consent' }, { basis: 'approval', role: 'support_manager' }],
  });
  await sayYes(story.ada, proposalId);
  expect(await changesOf(system, story)).toEqual([]);
  await sayYes(system.as('maya'), proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  expect(await changesOf(system, story)).toMatchObject([
    { kind: 'cancellation', operationId: proposalId, amountMinor: 2_500, currency: 'USD' },
  ]);
  await story.ada.waitForReply('the fee', ({ text }) =>
    /^Done: late cancellation with a fee of 25\.00 USD/.test(text),
  );
});

test('S33: an appointment of somebody else is not found, whoever asks for it', async () => {
  const story = await appointment(system, { more: { customerId: 'ben' } });
  const { bookingId } = story;
  const { caseId } = await story.ada.say(`Please cancel my appointment ${bookingId}.`);
  await story.ada.waitForReply('that there is none', ({ code }) => code === 'no_appointment');
  expect(await proposalsOf(caseId)).toEqual([]);
  const refused = await system.as('helpdesk-bot').propose({
    ...{ kind: 'appointment.cancel', customer: 'ada', arguments: { bookingId } },
  });
  expect(refused.status).toBe(422);
  expect(await changesOf(system, story)).toEqual([]);
});
