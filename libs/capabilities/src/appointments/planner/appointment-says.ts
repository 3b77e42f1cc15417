import type { AskStep, ReplyStep } from '@countersign/planning';
import type { AppointmentSeen, TimeSeen } from './appointment-views.js';

/** `Fitting on 2026-03-06 at 09:00 (America/New_York), bk_1` */
function named({ bookingId, title, startsLocal, zone }: AppointmentSeen): string {
  return `${title} on ${startsLocal.replace('T', ' at ')} (${zone}), ${bookingId}`;
}

export function whichAppointment(asked: number, own: readonly AppointmentSeen[]): AskStep {
  const listed = own.map((each, index) => `${index + 1}. ${named(each)}`).join('\n');
  const text = `Which of your appointments is it about? Its number or id is enough.\n${listed}`;
  return { type: 'ask', questionId: `appointment:${asked + 1}`, about: 'appointment', text };
}

export function cancelOrMove(asked: number, appointment: AppointmentSeen): AskStep {
  const text = `Should ${named(appointment)} be cancelled, or moved to another time?`;
  return { type: 'ask', questionId: `wish:${appointment.bookingId}:${asked + 1}`, about: 'wish', text };
}

export function whatTime(asked: number, appointment: AppointmentSeen): AskStep {
  const text = `To which day and time should ${named(appointment)} move? For example: 9 March 2026 at 09:00, on the clock of ${appointment.zone}.`;
  return { type: 'ask', questionId: `time:${appointment.bookingId}:${asked + 1}`, about: 'time', text };
}

/** Why a time does not do, and what is free near it. */
export function otherTime(
  asked: number,
  { bookingId, zone }: AppointmentSeen,
  { reason, free }: Extract<TimeSeen, { readonly outcome: 'refused' }>,
): AskStep {
  const listed =
    free.length === 0
      ? ''
      : ` Free are ${free.map((local) => local.replace('T', ' at ')).join(', ')} (${zone}).`;
  const text = `That time does not do: ${reason}.${listed} Which time should it be?`;
  return { type: 'ask', questionId: `time:${bookingId}:${asked + 1}`, about: 'time', text };
}

export function whichOfTwo(asked: number, bookingId: string, reason: string): AskStep {
  const text = `The clocks are set back then: ${reason}. Which of the two, earlier or later?`;
  return { type: 'ask', questionId: `which:${bookingId}:${asked + 1}`, about: 'which', text };
}

export function noAppointment(): ReplyStep {
  const text = 'There is no appointment of yours in the records. I can hand this to a person.';
  return { type: 'reply', code: 'no_appointment', params: {}, text };
}

export function notBooked({ bookingId }: AppointmentSeen): ReplyStep {
  const text = `The records do not show ${bookingId} as booked any more, so there is nothing to change. I can hand this to a person.`;
  return { type: 'reply', code: 'appointment_not_booked', params: { bookingId }, text };
}
