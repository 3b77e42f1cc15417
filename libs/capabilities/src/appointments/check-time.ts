import type { PlaceRecord } from './calendar/place.js';
import type { BookingRecord, Taken } from './calendar/read.js';
import { minutesBefore } from './late-fee.js';
import {
  inWords,
  minutesAfter,
  type PointInTime,
  pointAt,
  pointMeant,
  readLocalTime,
  type Which,
} from './local-time.js';
import { isOpen } from './opening.js';

/** What a new time is checked against, all read at one time. */
export interface Calendar {
  readonly booking: BookingRecord;
  readonly place: PlaceRecord;
  readonly taken: readonly Taken[];
  readonly readAt: string;
}

export interface WishedTime {
  readonly toLocal: string;
  readonly zone: string;
  readonly which?: Which;
}

export type TimeFault =
  | 'zone_unknown'
  | 'time_unreadable'
  | 'zone_not_of_the_place'
  | 'time_skipped'
  | 'time_twice'
  | 'time_once'
  | 'same_time'
  | 'time_past'
  | 'short_notice'
  | 'closed'
  | 'slot_taken';

export type TimeCheck =
  | { readonly outcome: 'fits'; readonly at: PointInTime; readonly endsAt: PointInTime }
  | {
      readonly outcome: 'refused';
      readonly code: TimeFault;
      readonly field: 'toLocal' | 'zone' | 'which';
      readonly reason: string;
    };

type Refused = Extract<TimeCheck, { readonly outcome: 'refused' }>;

/**
 * Whether an appointment can be moved to a local time. Order of precedence: readable, of the place, there exactly
 * once, another than now, not past, early enough, open, free. Nothing is put right: whoever wished is told what is
 * wrong with it.
 */
export function checkTime(wished: WishedTime, calendar: Calendar): TimeCheck {
  const point = pointOf(wished, calendar.place);
  if ('outcome' in point) return point;
  const { booking, place, readAt, taken } = calendar;
  const endsAt = minutesAfter(point, booking.durationMinutes);
  const refuse = (code: TimeFault, reason: string): Refused => ({
    outcome: 'refused',
    code,
    field: 'toLocal',
    reason,
  });
  // A cancelled one is at no time at all, and may be booked again at its own.
  if (booking.status === 'booked' && Date.parse(point.instant) === Date.parse(booking.startsAt))
    return refuse('same_time', `the appointment is at ${inWords(point)} already`);
  const ahead = minutesBefore(point.instant, readAt);
  if (ahead <= 0) return refuse('time_past', `${inWords(point)} is past`);
  if (ahead < place.minimumNoticeMinutes)
    return refuse('short_notice', `${place.name} needs ${place.minimumNoticeMinutes} minutes of notice`);
  if (!isOpen(place, point, endsAt))
    return refuse(
      'closed',
      `${place.name} is not open from ${point.local.replace('T', ' ')} to ${endsAt.local.replace('T', ' ')} (${place.zone})`,
    );
  if (isTaken({ point, endsAt }, taken, booking.id))
    return refuse('slot_taken', `${inWords(point)} is taken`);
  return { outcome: 'fits', at: point, endsAt };
}

function pointOf({ toLocal, zone, which }: WishedTime, place: PlaceRecord): PointInTime | Refused {
  const read = readLocalTime(toLocal, zone);
  const refuse = (code: TimeFault, reason: string, field: Refused['field'] = 'toLocal'): Refused => ({
    ...{ outcome: 'refused', code, field, reason },
  });
  if (read.outcome === 'unreadable')
    return read.code === 'zone_unknown'
      ? refuse(read.code, `${zone} is no IANA time zone`, 'zone')
      : refuse(read.code, `${toLocal} is no local date and time`);
  if (zone !== place.zone)
    return refuse('zone_not_of_the_place', `${place.name} keeps its times in ${place.zone}`, 'zone');
  if (read.outcome === 'never')
    return refuse(
      'time_skipped',
      `${toLocal.replace('T', ' ')} does not exist in ${zone}: the clocks are set forward over it`,
    );
  const meant = pointMeant(read, which);
  if (meant !== undefined) return meant;
  if (read.outcome === 'once')
    return refuse('time_once', `${toLocal.replace('T', ' ')} comes once in ${zone}`, 'which');
  const { earlier, later } = read;
  return refuse(
    'time_twice',
    `${toLocal.replace('T', ' ')} comes twice in ${zone}: say earlier (UTC${earlier.offset}, ${earlier.instant}) or later (UTC${later.offset}, ${later.instant})`,
  );
}

interface Span {
  readonly point: PointInTime;
  readonly endsAt: PointInTime;
}

/** Counted in instants: across a change of the clocks a local time says nothing about what overlaps. */
function isTaken({ point, endsAt }: Span, taken: readonly Taken[], except: string): boolean {
  const [from, to] = [Date.parse(point.instant), Date.parse(endsAt.instant)];
  return taken.some(
    (each) => each.bookingId !== except && Date.parse(each.startsAt) < to && from < Date.parse(each.endsAt),
  );
}

const ALTERNATIVES_MAX = 3;

/**
 * Free times of the place near a wished one, on its own raster: of the day itself, or of the first day after it that has
 * any. A time that comes twice is left out.
 */
export function alternatives(wishedLocal: string, calendar: Calendar, days = 3): readonly PointInTime[] {
  const { place } = calendar;
  const wanted = Date.parse(`${wishedLocal}Z`);
  const far = ({ local }: PointInTime) => Math.abs(Date.parse(`${local}Z`) - wanted);
  for (let day = 0; day < days; day += 1) {
    const date = new Date(wanted + day * 86_400_000).toISOString().slice(0, 10);
    const free = rasterOf(date, place).flatMap((toLocal) => {
      const check = checkTime({ toLocal, zone: place.zone }, calendar);
      return check.outcome === 'fits' ? [check.at] : [];
    });
    const nearest = free.sort((a, b) => far(a) - far(b)).slice(0, ALTERNATIVES_MAX);
    if (nearest.length > 0) return nearest.sort((a, b) => a.instant.localeCompare(b.instant));
  }
  return [];
}

function rasterOf(date: string, { opening, slotMinutes }: PlaceRecord): readonly string[] {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
  const hours = opening[String(weekday)];
  if (hours === undefined) return [];
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const count = Math.floor((minutes(hours.to) - minutes(hours.from)) / slotMinutes);
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = minutes(hours.from) + index * slotMinutes;
    const two = (part: number) => String(part).padStart(2, '0');
    return `${date}T${two(Math.floor(at / 60))}:${two(at % 60)}`;
  });
}

/** The instants between which it has to be known what is taken, to check a time and to find others. */
export function spanAround({ toLocal }: Pick<WishedTime, 'toLocal'>, place: PlaceRecord, days = 3) {
  const noon = Date.parse(`${toLocal.slice(0, 10)}T12:00:00Z`);
  const day = 86_400_000;
  return {
    from: pointAt(noon - 2 * day, place.zone).instant,
    to: pointAt(noon + (days + 1) * day, place.zone).instant,
  };
}
