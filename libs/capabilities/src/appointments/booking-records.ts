import type { Action } from '@countersign/domain';
import type { AppointmentsReader, Taken } from './calendar/read.js';
import { type Calendar, spanAround } from './check-time.js';

export interface AppointmentPorts {
  readonly appointments: AppointmentsReader;
}

/** What a change of an appointment is judged on; what is taken is read where a time has to be free. */
export type AppointmentRecords = Calendar;

export type CalendarRead =
  | { readonly outcome: 'read'; readonly records: AppointmentRecords }
  | { readonly outcome: 'gone'; readonly what: string }
  | { readonly outcome: 'no_answer'; readonly code: string };

export interface WhatToRead {
  readonly bookingId: string;
  /** The local time that has to be free; without it nothing is read of what is taken. */
  readonly toLocal?: string;
}

/** An appointment with its place. What does not answer is unknown; what the system does not have is gone. */
export async function readCalendar(
  { appointments }: AppointmentPorts,
  tenant: string,
  { bookingId, toLocal }: WhatToRead,
): Promise<CalendarRead> {
  const booking = await appointments.booking(tenant, bookingId);
  if (booking.outcome === 'no_answer') return { outcome: 'no_answer', code: `appointments_${booking.code}` };
  if (booking.outcome === 'not_found') return { outcome: 'gone', what: `appointment ${bookingId}` };
  const { placeId } = booking.value;
  const place = await appointments.place(placeId);
  if (place.outcome === 'no_answer') return { outcome: 'no_answer', code: `appointments_${place.code}` };
  if (place.outcome === 'not_found') return { outcome: 'gone', what: `place ${placeId}` };
  let taken: readonly Taken[] = [];
  if (toLocal !== undefined) {
    const found = await appointments.takenAt(placeId, spanAround({ toLocal }, place.value));
    if (found.outcome === 'no_answer') return { outcome: 'no_answer', code: `appointments_${found.code}` };
    if (found.outcome === 'not_found') return { outcome: 'gone', what: `place ${placeId}` };
    taken = found.value;
  }
  const { value: held, readAt } = booking;
  return { outcome: 'read', records: { booking: held, place: place.value, taken, readAt } };
}

/** What has to be read for an action: a move and a new booking need their time to be free. */
export function readFor({ target, arguments: args }: Action, needsTime: 'toLocal' | 'fromLocal' | 'none') {
  const toLocal = needsTime === 'none' ? undefined : args[needsTime];
  return { bookingId: target.id, ...(typeof toLocal === 'string' ? { toLocal } : {}) };
}
