import type { Body } from '@countersign/sandbox/kit';

const DAY_MS = 86_400_000;
const weekdays = (from: string, to: string) =>
  Object.fromEntries(['1', '2', '3', '4', '5'].map((day) => [day, { from, to }]));

/** A place in Berlin and one in New York, and what ada and ben have there in the weeks after the start. */
export function appointmentsSeed(nowMs: number): readonly (readonly [string, Body])[] {
  return [
    ['place', place('studio-berlin', 'Studio Berlin', 'Europe/Berlin')],
    ['place', place('studio-new-york', 'Studio New York', 'America/New_York')],
    ['booking', booking(nowMs, { id: 'bk_501', customerId: 'ada', days: 9, time: '10:00' })],
    ['booking', booking(nowMs, { id: 'bk_502', customerId: 'ada', days: 16, time: '14:00', newYork: true })],
    ['booking', booking(nowMs, { id: 'bk_503', customerId: 'ben', days: 9, time: '11:00' })],
  ];
}

function place(id: string, name: string, zone: string): Body {
  return { id, name, zone, opening: weekdays('09:00', '18:00'), slotMinutes: 30, minimumNoticeMinutes: 60 };
}

interface Wanted {
  readonly id: string;
  readonly customerId: string;
  readonly days: number;
  readonly time: string;
  readonly newYork?: boolean;
}

/** On the first weekday from so many days after the start, at this time on the clock of the place. */
function booking(nowMs: number, { id, customerId, days, time, newYork = false }: Wanted): Body {
  const zone = newYork ? 'America/New_York' : 'Europe/Berlin';
  let day = nowMs + days * DAY_MS;
  while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY_MS;
  const startsLocal = `${new Date(day).toISOString().slice(0, 10)}T${time}`;
  // No zone of these changes its clocks on a weekday, so the offset of the day's noon holds for all of it.
  const noon = new Date(`${startsLocal.slice(0, 10)}T12:00:00Z`);
  const startsAt = new Date(`${startsLocal}:00${offsetAt(noon, zone)}`).toISOString();
  return {
    ...{ id, tenant: 'fjordlight', customerId, placeId: newYork ? 'studio-new-york' : 'studio-berlin' },
    ...{ title: 'Fitting', startsLocal, zone, startsAt, durationMinutes: 60, status: 'booked' },
    lateTerms: { withinMinutes: 1_440, feeMinor: 2_500, currency: newYork ? 'USD' : 'EUR' },
  };
}

/** `-05:00`, as the platform writes it. */
function offsetAt(instant: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
}
