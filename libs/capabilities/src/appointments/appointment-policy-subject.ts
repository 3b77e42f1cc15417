import type { Action } from '@countersign/domain';
import type { OnBehalfOf } from '../capability.js';
import type { PolicySubject } from '../judging.js';
import type { AppointmentRecords } from './booking-records.js';
import { moveKind } from './kinds.js';
import { minutesBefore } from './late-fee.js';
import { readLocalTime } from './local-time.js';

/** What policy judges on. How long it is until the appointment is counted from the moment the records were read. */
export function appointmentPolicySubject(
  { kind, arguments: args }: Action,
  { booking, readAt }: AppointmentRecords,
): PolicySubject {
  const ahead = (instant: string) => Math.max(0, minutesBefore(instant, readAt));
  return {
    resource: {
      type: 'Appointment',
      id: booking.id,
      customerId: booking.customerId,
      tenant: booking.tenant,
      attributes: {},
    },
    facts: {
      standing: booking.status,
      minutesBefore: ahead(booking.startsAt),
      ...(kind === moveKind ? { newTimeOnce: isOnce(args) } : {}),
    },
  };
}

/** Nothing is known of it; of an appointment that is gone not even whose it was. */
export function unknownAppointmentSubject(
  { target }: Action,
  forWhom: OnBehalfOf,
  why: 'unreadable' | 'gone',
): PolicySubject {
  return {
    resource: {
      type: 'Appointment',
      id: target.id,
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      attributes: {},
    },
    facts: { standing: 'unknown', minutesBefore: 'unknown', newTimeOnce: 'unknown' },
  };
}

/** Whether the new local time stands for one instant: by itself, or because it is said which of the two. */
function isOnce({ toLocal, zone, which }: Action['arguments']): boolean {
  const { outcome } = readLocalTime(String(toLocal), String(zone));
  return outcome === 'once' || (outcome === 'twice' && which !== undefined);
}
