import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type AppointmentStory,
  appointment,
  bookingNow,
  changesOf,
  dayFromNow,
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
afterAll(() => system.stop());

const newTime = `${dayFromNow(12)}T11:00`;

/** What ada wished for, carried out and read back. */
async function carriedOut(story: AppointmentStory, words: string): Promise<string> {
  const { proposalId } = await wished(system, story, words);
  await sayYes(story.ada, proposalId);
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  return proposalId;
}

async function undone(compensates: string, kind: string): Promise<string> {
  const asked = await system.as('sam').propose({ kind, customer: 'ada', arguments: {}, compensates });
  expect([asked.status, asked.body['errors']]).toEqual([202, undefined]);
  return String(asked.body['proposalId']);
}

test('S26: a move is moved back, and a cancelled appointment booked again, each with ada’s own yes', async () => {
  const story = await appointment(system);
  const move = await carriedOut(story, `Please move my appointment to ${newTime.replace('T', ' at ')}.`);
  const back = await undone(move, 'appointment.reschedule');
  await system.waitForEvent(back, 'ApprovalRequested');
  await sayYes(story.ada, back);
  await system.waitForEvent(back, 'ProposalCompleted');
  const { startsLocal, startsAt } = story;
  expect(await bookingNow(system, story.bookingId)).toMatchObject({ startsLocal, startsAt, version: 3 });

  const later = { ...story, ada: system.newPerson('ada') };
  const cancellation = await carriedOut(later, 'Please cancel my appointment.');
  const again = await undone(cancellation, 'appointment.restore');
  await system.waitForEvent(again, 'ApprovalRequested');
  expect(await bookingNow(system, story.bookingId)).toMatchObject({ status: 'cancelled' });
  await sayYes(story.ada, again);
  await system.waitForEvent(again, 'ProposalCompleted');
  expect(await bookingNow(system, story.bookingId)).toMatchObject({ status: 'booked', startsAt });
  expect((await changesOf(system, story)).map(({ kind, operationId }) => [kind, operationId])).toEqual([
    ...([
      ['move', move],
      ['move', back],
    ] as const),
    ...([
      ['cancellation', cancellation],
      ['restoration', again],
    ] as const),
  ]);
});

test('S26: a cancellation whose time is somebody else’s by then is not taken back', async () => {
  const story = await appointment(system);
  const cancellation = await carriedOut(story, 'Please cancel my appointment.');
  await takenByBen(system, story, story.startsLocal);
  const asked = { kind: 'appointment.restore', customer: 'ada', arguments: {}, compensates: cancellation };
  const refused = await system.as('sam').propose(asked);
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toMatch(/is taken/);
  expect(await bookingNow(system, story.bookingId)).toMatchObject({ status: 'cancelled' });
});

test('S22: moved by the place while ada was asked to cancel it, she is asked anew, about the time it is at now', async () => {
  const story = await appointment(system);
  const { proposalId, ourCase } = await wished(system, story, 'Please cancel my appointment.');
  const card = await story.ada.cardWhenAsked(proposalId);
  const moved = { startsLocal: newTime, startsAt: instantOf(newTime) };
  await system.admin.change(`/appointments/bookings/${story.bookingId}`, moved);
  const stale = await story.ada.decide(proposalId, 'approve', {
    digest: card['digest'],
    sight: card['sight'],
  });
  expect(stale.status).toBe(409);
  const again = await system.proposalOf(ourCase, 2);
  await system.waitForEvent(again, 'ApprovalRequested');
  expect(await system.types(proposalId)).toContain('ProposalSuperseded');
  expect(JSON.stringify(await story.ada.cardWhenAsked(again))).toContain(instantOf(newTime));
  await sayYes(story.ada, again);
  await system.waitForEvent(again, 'ProposalCompleted');
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'cancellation', operationId: again }]);
});

test('S05: who cancels while a move waits no longer wants it moved: one card waits, for the cancellation', async () => {
  const story = await appointment(system);
  const move = await wished(system, story, `Please move my appointment to ${newTime.replace('T', ' at ')}.`);
  await story.ada.say('On second thoughts, please cancel my appointment.');
  const cancellation = await system.proposalOf(move.ourCase, 2);
  await system.waitForEvent(cancellation, 'ApprovalRequested');
  const replaced = await system.waitForEvent(move.proposalId, 'ProposalSuperseded');
  expect(replaced.data).toMatchObject({
    by: cancellation,
    change: expect.stringMatching(/^cancellation instead of move/),
  });
  expect((await story.ada.decide(move.proposalId, 'approve')).status).toBe(409);
  await sayYes(story.ada, cancellation);
  await system.waitForEvent(cancellation, 'ProposalCompleted');
  expect(await changesOf(system, story)).toMatchObject([{ kind: 'cancellation', operationId: cancellation }]);
});
