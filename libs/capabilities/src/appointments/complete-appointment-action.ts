import type { Action, Evidence } from '@countersign/domain';
import type { Asked, Completed, OnBehalfOf } from '../capability.js';
import { refused, stated } from '../drafting.js';
import { type ReadArguments, readArguments } from '../read-arguments.js';
import { BookingArguments, MoveArguments } from './appointment-arguments.js';
import { type AppointmentPorts, type AppointmentRecords, readCalendar } from './booking-records.js';
import { checkTime } from './check-time.js';
import { cancelKind, moveKind, restoreKind } from './kinds.js';
import { lateFee, minutesBefore } from './late-fee.js';
import { isLocalTime, type PointInTime, zoneDataVersion } from './local-time.js';
import { mayBeRestored } from './restorable.js';

/** The exact change, from the records alone: what is now, its version, the fee and every instant are read. */
export async function completeAppointmentAction(
  ports: AppointmentPorts,
  asked: Asked,
  forWhom: OnBehalfOf,
): Promise<Completed> {
  const read: ReadArguments<BookingArguments | MoveArguments> =
    asked.kind === moveKind
      ? readArguments(MoveArguments, asked.arguments)
      : readArguments(BookingArguments, asked.arguments);
  if (read.outcome === 'refused') return read;
  const { value } = read;
  const timed = 'toLocal' in value ? value.toLocal : asked.kind === restoreKind ? value.fromLocal : undefined;
  if (timed !== undefined && !isLocalTime(timed))
    return refused('arguments.toLocal', `${timed} is no local date and time`);
  const found = await readCalendar(ports, forWhom.tenant, {
    bookingId: value.bookingId,
    ...(timed === undefined ? {} : { toLocal: timed }),
  });
  if (found.outcome === 'no_answer') return found;
  // Somebody else's appointment is the same answer as a made-up one: ownership is not a thing to probe.
  if (found.outcome === 'gone' || found.records.booking.customerId !== forWhom.customer)
    return refused('arguments.bookingId', 'this customer has no such appointment');
  const { records } = found;
  const differs = statedOtherwise(value, records);
  if (differs !== undefined) return differs;
  if (asked.kind === restoreKind) return restoration(asked, records);
  const { booking, readAt } = records;
  if (booking.status !== 'booked')
    return refused('arguments.bookingId', `the status of ${booking.id} is ${booking.status}, not booked`);
  if (minutesBefore(booking.startsAt, readAt) <= 0)
    return refused('arguments.bookingId', `${booking.id} has begun already`);
  return 'toLocal' in value ? move(asked, value, records) : cancellation(asked, records);
}

function cancellation(asked: Asked, records: AppointmentRecords): Completed {
  const fee = lateFee(records.booking, records.readAt);
  const { money } = asked;
  if (money !== undefined && (money.amountMinor !== fee?.amountMinor || money.currency !== fee.currency))
    return refused('amountMinor', 'the fee is what the place asks for at this time, and no other amount');
  const action = actionOf(asked, records, { kind: cancelKind, arguments: nowOf(records) });
  return { outcome: 'completed', action: fee === undefined ? action : { ...action, money: fee } };
}

function move(asked: Asked, { toLocal, zone, which }: MoveArguments, records: AppointmentRecords): Completed {
  if (asked.money !== undefined) return refused('amountMinor', 'moving an appointment moves no money');
  const wished = { toLocal, zone: zone ?? records.booking.zone, ...(which === undefined ? {} : { which }) };
  const check = checkTime(wished, records);
  if (check.outcome === 'refused') return refused(`arguments.${check.field}`, check.reason);
  const args = { ...nowOf(records), toLocal, ...(which === undefined ? {} : { which }) };
  const action = actionOf(asked, records, { kind: moveKind, arguments: args });
  return {
    outcome: 'completed',
    action: { ...action, evidence: [...action.evidence, ...newTime(check.at, records)] },
  };
}

function restoration(asked: Asked, records: AppointmentRecords): Completed {
  if (asked.money !== undefined) return refused('amountMinor', 'booking an appointment again moves no money');
  const fault = mayBeRestored(records);
  if (fault !== undefined) return refused('arguments.bookingId', fault);
  const action = actionOf(asked, records, { kind: restoreKind, arguments: nowOf(records) });
  return { outcome: 'completed', action };
}

/** What the appointment is now: part of the arguments, so that people say yes to a change of exactly this. */
function nowOf({ booking }: AppointmentRecords) {
  const { id: bookingId, version: bookingVersion, startsLocal: fromLocal, zone, durationMinutes } = booking;
  return { bookingId, bookingVersion, fromLocal, zone, durationMinutes };
}

function statedOtherwise(said: BookingArguments, records: AppointmentRecords): Completed | undefined {
  for (const [name, is] of Object.entries(nowOf(records))) {
    const value = said[name as keyof BookingArguments];
    if (value !== undefined && value !== is && !(name === 'zone' && 'toLocal' in said))
      return refused(`arguments.${name}`, `the records say ${is}`);
  }
  return undefined;
}

function actionOf(
  asked: Asked,
  { booking, readAt }: AppointmentRecords,
  { kind, arguments: args }: Pick<Action, 'kind' | 'arguments'>,
): Action {
  const source = `appointments/bookings/${booking.id}`;
  const version = String(booking.version);
  const at = { basis: 'record', source, version, readAt } as const;
  return {
    ...{ kind, target: { type: 'appointment', id: booking.id }, arguments: args },
    evidence: [
      { fact: 'title', value: booking.title, ...at },
      { fact: 'startsAt', value: booking.startsAt, ...at },
      ...stated(asked),
    ],
    resourceVersions: [{ resource: source, version }],
  };
}

/** The instant that the new local time is at, and by which data about the zone: both may be others at the call. */
function newTime({ instant }: PointInTime, { place, readAt }: AppointmentRecords): Evidence[] {
  const source = `appointments/places/${place.id}`;
  return [{ fact: 'newStartsAt', value: instant, basis: 'record', source, version: zoneDataVersion, readAt }];
}
