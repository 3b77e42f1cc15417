import type { MessageRead } from '@countersign/planning/rules';
import type { AppointmentSeen } from './appointment-views.js';
import { partsOf, readWhen } from './read-when.js';

/**
 * The one appointment that is meant: by its id, by its place in the list that was asked with, or by the date and time
 * that it is at. Words that fit none choose none, even where there is only one: it may be another matter.
 */
export function chosenAppointment(
  all: readonly AppointmentSeen[],
  since: readonly MessageRead[],
): AppointmentSeen | undefined {
  const byId = [...since].reverse().flatMap(({ message }) => idsOf(message.text))[0];
  if (byId !== undefined) return all.find(({ bookingId }) => bookingId.toLowerCase() === byId);
  const booked = all.filter(({ status }) => status === 'booked');
  const answer = since.findLast(
    ({ answers }) => answers?.first === true && answers.question.about === 'appointment',
  );
  const place = /^\W*(\d{1,2})\W*$/.exec(answer?.message.text ?? '')?.[1];
  if (place !== undefined) return booked[Number(place) - 1];
  const meant = [answer, ...since.slice(0, 1)].find((each) => each !== undefined);
  const fitting = booked.filter((each) => meant === undefined || fits(each, meant));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** What is said of when it is now; what is said of when it should be is not held against it. */
function fits({ startsLocal, zone }: AppointmentSeen, { message }: MessageRead): boolean {
  const { from } = partsOf(message.text);
  const { date, time } = readWhen(from, { at: message.at, zone });
  return (
    (date === undefined || startsLocal.startsWith(date)) && (time === undefined || startsLocal.endsWith(time))
  );
}

function idsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\bbk_\w{1,60}/g) ?? [];
}
