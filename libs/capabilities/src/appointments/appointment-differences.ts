import { type Action, formatMoney } from '@countersign/domain';
import type { AppointmentRecords } from './booking-records.js';
import { checkTime } from './check-time.js';
import { cancelKind, moveKind } from './kinds.js';
import { lateFee } from './late-fee.js';
import { inWords, type PointInTime, pointAt, type Which } from './local-time.js';
import { mayBeRestored } from './restorable.js';

/** In words, what the records, the clock or the rules of the zone say now that they did not say when it was drafted. */
export function appointmentDifferences(action: Action, records: AppointmentRecords): readonly string[] {
  const changed = ofBooking(action, records);
  if (changed.length > 0) return changed;
  if (action.kind === cancelKind) return ofFee(action, records);
  return action.kind === moveKind ? ofNewTime(action, records) : ofRestoration(records);
}

function ofBooking({ kind, arguments: args }: Action, { booking }: AppointmentRecords): readonly string[] {
  const { id, status, cancelledBy, version } = booking;
  const isChange = kind === cancelKind || kind === moveKind;
  if (isChange && status !== 'booked')
    return [`${id} is ${status} by now${cancelledBy === undefined ? '' : `, by ${cancelledBy}`}.`];
  return version === args['bookingVersion']
    ? []
    : [`${id} is now version ${version}, not ${String(args['bookingVersion'])}: it was changed meanwhile.`];
}

function ofFee({ money }: Action, { booking, readAt }: AppointmentRecords): readonly string[] {
  const fee = lateFee(booking, readAt);
  if (fee?.amountMinor === money?.amountMinor && fee?.currency === money?.currency) return [];
  const [was, is] = [money, fee].map((each) => (each === undefined ? 'nothing' : formatMoney(each)));
  return [`cancelling ${booking.id} costs ${is} by now, not ${was}.`];
}

/**
 * The local time is what was promised and the instant follows from it: under other rules of the zone it is another
 * one, and whoever said yes saw the old.
 */
function ofNewTime({ arguments: args, evidence }: Action, records: AppointmentRecords): readonly string[] {
  const { toLocal, zone, which } = args;
  const wished = { toLocal: String(toLocal), zone: String(zone) };
  const check = checkTime({ ...wished, ...(isWhich(which) ? { which } : {}) }, records);
  if (check.outcome === 'refused') return [`${check.reason}.`];
  const drafted = evidence.find(({ fact }) => fact === 'newStartsAt');
  return drafted === undefined
    ? ['the proposal names no instant.']
    : movedInstant(check.at, String(drafted.value));
}

function movedInstant(now: PointInTime, was: string): readonly string[] {
  if (Date.parse(now.instant) === Date.parse(was)) return [];
  const then = Number.isNaN(Date.parse(was)) ? was : pointAt(was, now.zone).instant;
  return [
    `the clocks of ${now.zone} follow other rules than when this was proposed: ${inWords(now)}, not ${then}.`,
  ];
}

function ofRestoration(records: AppointmentRecords): readonly string[] {
  const fault = mayBeRestored(records);
  return fault === undefined ? [] : [`${fault}.`];
}

export function isWhich(value: unknown): value is Which {
  return value === 'earlier' || value === 'later';
}
