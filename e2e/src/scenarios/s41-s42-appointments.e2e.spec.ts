import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  type AppointmentStory,
  appointment,
  bookingNow,
  cancelledByTheDesk,
  changesOf,
  dayFromNow,
  forgetful,
  instantOf,
  sayYes,
  takenByBen,
  wished,
} from '../harness/appointment-story.js';
import { System } from '../harness/system.js';

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterEach(async () => {
  await system.admin.mend('appointments');
  await system.admin.put('/appointments/settings/operations', { kept: true });
});
afterAll(() => system.stop());

const cancelling = 'POST /v1/bookings/:id/cancellations';
const moving = 'POST /v1/bookings/:id/moves';
const newTime = `${dayFromNow(12)}T11:00`;
const inWords = newTime.replace('T', ' at ');
const behind = { more: { behind: true } };

/** Applied, and answered with 503 all the same: the executor takes it for surely not done, and tries again. */
const appliedUnder503 = (route: string) =>
  system.admin.fault('appointments', { route, kind: 'status_503', applied: true, times: 1 });
const started = (stream: readonly string[]) => stream.filter((type) => type === 'ExecutionStarted');
const toldBy = async ({ ada }: AppointmentStory) => (await ada.replies()).map(({ text }) => text).join('\n');
const sendsTo = async ({ bookingId }: AppointmentStory) =>
  (await system.admin.callsTo('appointments')).filter(
    ({ method, path }) => method === 'POST' && path.includes(`/bookings/${bookingId}/`),
  );

test('S41: the answer is lost: the cancellation is found by who the appointment says cancelled it', async () => {
  const story = await appointment(system);
  const { proposalId } = await wished(system, story, 'Please cancel my appointment.');
  await system.admin.fault('appointments', { route: cancelling, kind: 'response_lost', times: 1 });
  await sayYes(story.ada, proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  const stream = await system.types(proposalId);
  expect(stream).toEqual(expect.arrayContaining(['OutcomeUnknown', 'OutcomeReconciled']));
  expect(started(stream)).toHaveLength(1);
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'cancellation', operationId: proposalId }]);
  await story.ada.waitForReply('that it is cancelled', ({ code }) => code === 'completed');
});

test('S41: tried again, "not found" because the first try worked is our own success, and cancelled once', async () => {
  await forgetful(system);
  const story = await appointment(system, behind);
  const { proposalId } = await wished(system, story, 'Please cancel my appointment.');
  await appliedUnder503(cancelling);
  await sayYes(story.ada, proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const stream = await system.types(proposalId);
  expect(started(stream)).toHaveLength(2);
  expect(stream).not.toContain('ExecutionFailed');
  expect((await system.waitForEvent(proposalId, 'OutcomeUnknown')).data).toMatchObject({
    code: 'booking_not_found',
  });
  expect((await system.waitForEvent(proposalId, 'OutcomeReconciled')).data).toMatchObject({
    finding: 'happened',
    evidence: { found: [{ details: { kind: 'cancellation' } }] },
  });
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'cancellation', operationId: proposalId }]);
  expect(await bookingNow(system, story.bookingId)).toMatchObject({ cancelledBy: proposalId });
  await story.ada.waitForReply('that it is cancelled', ({ code }) => code === 'completed');
  expect(await toldBy(story)).not.toMatch(/Not carried out/);
});

test('S41: tried again, "not found" because the front desk cancelled it is not our success', async () => {
  await forgetful(system);
  const story = await appointment(system, behind);
  const { proposalId } = await wished(system, story, 'Please cancel my appointment.');
  await cancelledByTheDesk(system, story);
  await system.admin.fault('appointments', { route: cancelling, kind: 'status_503', times: 1 });
  await sayYes(story.ada, proposalId);
  const failed = await system.waitForEvent(proposalId, 'ExecutionFailed');
  expect(failed.data).toMatchObject({ class: 'rejected', code: 'booking_not_found' });
  const stream = await system.types(proposalId);
  expect(started(stream).length).toBeGreaterThanOrEqual(2);
  expect(stream).not.toContain('ProposalCompleted');
  expect(await changesOf(system, story)).toEqual([]);
  expect(await bookingNow(system, story.bookingId)).toMatchObject({ cancelledBy: 'front desk' });
  await story.ada.waitForReply('that it is not there', ({ text }) => /not there any more/.test(text));
  expect(await toldBy(story)).not.toMatch(/^Done:/m);
});

test('S42: tried again, "slot taken" by the appointment itself is our own success, and moved once', async () => {
  await forgetful(system);
  const story = await appointment(system, behind);
  const { proposalId } = await wished(system, story, `Please move my appointment to ${inWords}.`);
  await appliedUnder503(moving);
  await sayYes(story.ada, proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');

  const stream = await system.types(proposalId);
  expect(started(stream)).toHaveLength(2);
  expect(stream).not.toContain('ExecutionFailed');
  expect((await system.waitForEvent(proposalId, 'OutcomeUnknown')).data).toMatchObject({
    code: 'slot_taken',
  });
  expect(await sendsTo(story)).toHaveLength(2);
  const startsAt = instantOf(newTime);
  expect(await changesOf(system, story)).toMatchObject([
    { kind: 'move', operationId: proposalId, startsLocal: newTime, startsAt },
  ]);
  await story.ada.waitForReply('that it is moved', ({ code }) => code === 'completed');
  expect(await toldBy(story)).not.toMatch(/Not carried out/);
});

test('S42: "slot taken" by another customer is a refusal, another time is asked for, and that one is done', async () => {
  const story = await appointment(system);
  const { proposalId, ourCase } = await wished(system, story, `Please move my appointment to ${inWords}.`);
  await takenByBen(system, story, newTime, { listed: false });
  await sayYes(story.ada, proposalId);
  const failed = await system.waitForEvent(proposalId, 'ExecutionFailed');
  expect(failed.data).toMatchObject({ class: 'rejected', code: 'slot_taken' });
  expect(await changesOf(system, story)).toEqual([]);
  await story.ada.waitForReply('which other time', ({ text }) =>
    /somebody else has that time by now\. Which other time would suit you\?/.test(text),
  );

  await story.ada.say(`Please move my appointment to ${newTime.slice(0, 10)} at 15:00.`);
  const again = await system.proposalOf(ourCase, 2);
  await system.waitForEvent(again, 'ApprovalRequested');
  await sayYes(story.ada, again);
  await system.waitForEvent(again, 'ProposalCompleted');
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'move', operationId: again }]);
});

test('S42: a time that is shown as taken is asked about with what is free, and nothing is proposed', async () => {
  const story = await appointment(system);
  await takenByBen(system, story, newTime);
  const { caseId } = await story.ada.say(`Please move my appointment to ${inWords}.`);
  const asked = await story.ada.waitForReply('another time', ({ text }) =>
    /Which time should it be/.test(text),
  );
  expect(asked.text).toMatch(/is taken/);
  expect(asked.text).toMatch(/Free are /);
  expect(asked.text).not.toContain('ben');
  const proposals = (await system.events(`case-${caseId}`)).filter(({ type }) => type === 'ProposalAttached');
  expect(proposals).toEqual([]);
});
