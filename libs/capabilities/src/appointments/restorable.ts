import type { AppointmentRecords } from './booking-records.js';
import { checkTime } from './check-time.js';
import { whichOf } from './local-time.js';

/** Why a cancelled appointment cannot be booked again at its own time; undefined when it can. */
export function mayBeRestored(records: AppointmentRecords): string | undefined {
  const { booking } = records;
  if (booking.status !== 'cancelled')
    return `the status of ${booking.id} is ${booking.status}, not cancelled`;
  const { startsLocal: toLocal, zone, startsAt } = booking;
  const which = whichOf(toLocal, zone, startsAt);
  const check = checkTime({ toLocal, zone, ...(which === undefined ? {} : { which }) }, records);
  return check.outcome === 'refused' ? check.reason : undefined;
}
