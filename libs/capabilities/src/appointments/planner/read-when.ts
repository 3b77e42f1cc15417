import { normalise } from '@countersign/planning/rules';
import { DateTime } from 'luxon';

/** What of a date and a time of day somebody named; half of it is asked for, never filled in. */
export interface WhenRead {
  /** `2026-03-09` */
  readonly date?: string;
  /** `09:00` */
  readonly time?: string;
}

/** The day on which it is read, for "tomorrow" and for dates without a year. */
export interface Today {
  readonly at: string;
  readonly zone: string;
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const iso = /\b(\d{4})-(\d\d)-(\d\d)(?=\b|t)/;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${months})\\.?(?:,? (\\d{4}))?\\b`);
const monthFirst = new RegExp(`\\b(${months})\\.? (\\d{1,2})(?:st|nd|rd|th)?(?!:|\\d)(?:,? (\\d{4})(?!:))?`);
const clock = /(?:\b|t)(\d{1,2}):(\d\d)(?::\d\d)?\s*(a\.?m|p\.?m)?\b/;
const hour = /\b(\d{1,2})\s*(a\.?m|p\.?m)\b/;

/**
 * Reads a date and a time of day as people write them: `2026-03-09 09:00`, `9 March at 9 am`, `tomorrow at 14:30`.
 * Dates in figures whose order nobody knows (03/09) and "next Friday" are not read.
 */
export function readWhen(text: string, today: Today): WhenRead {
  const said = normalise(text);
  const date = dateIn(said, DateTime.fromISO(today.at, { zone: today.zone }));
  const time = timeIn(said);
  return { ...(date === undefined ? {} : { date }), ...(time === undefined ? {} : { time }) };
}

/**
 * What a message says that an appointment should move to: what stands after its last "to". Everything before it, and
 * all of a message without one, is about when it is now.
 */
export function partsOf(text: string): { readonly from: string; readonly to: string } {
  const said = normalise(text);
  const at = [...said.matchAll(/\bto (?!be\b|go\b|move\b|change\b|cancel\b|reschedule\b)/g)].findLast(
    ({ index }) => /\d|tomorrow|today|noon|day\b/.test(said.slice(index)),
  );
  if (at === undefined) return { from: said, to: '' };
  return { from: said.slice(0, at.index), to: said.slice(at.index) };
}

function dateIn(said: string, today: DateTime): string | undefined {
  const [, year, month, day] = iso.exec(said) ?? [];
  if (year !== undefined) return dateOf({ year, month, day });
  const [, firstDay, firstMonth, firstYear] = dayFirst.exec(said) ?? [];
  if (firstDay !== undefined) return named(firstDay, firstMonth, firstYear, today);
  const [, lastMonth, lastDay, lastYear] = monthFirst.exec(said) ?? [];
  if (lastDay !== undefined) return named(lastDay, lastMonth, lastYear, today);
  if (/\btomorrow\b/.test(said)) return today.plus({ days: 1 }).toISODate() ?? undefined;
  if (/\btoday\b/.test(said)) return today.toISODate() ?? undefined;
  return weekdayIn(said, today);
}

/** "On Friday" is the first one after today; "next Friday" is not the same day to everybody. */
function weekdayIn(said: string, today: DateTime): string | undefined {
  const [, next, name = ''] = new RegExp(`\\b(next |last )?(${weekdays.join('|')})\\b`).exec(said) ?? [];
  const wanted = weekdays.indexOf(name) + 1;
  if (wanted === 0 || next !== undefined) return undefined;
  return today.plus({ days: ((wanted - today.weekday + 6) % 7) + 1 }).toISODate() ?? undefined;
}

/** Without a year it is the next such day. */
function named(
  day: string,
  month: string | undefined,
  year: string | undefined,
  today: DateTime,
): string | undefined {
  const number = String(monthNames.indexOf((month ?? '').slice(0, 3)) + 1);
  if (year !== undefined) return dateOf({ year, month: number, day });
  const thisYear = dateOf({ year: String(today.year), month: number, day });
  if (thisYear !== undefined && thisYear >= (today.toISODate() ?? '')) return thisYear;
  return dateOf({ year: String(today.year + 1), month: number, day });
}

function dateOf(parts: {
  readonly year: string | undefined;
  readonly month: string | undefined;
  readonly day: string | undefined;
}): string | undefined {
  const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)];
  const read = DateTime.fromObject({ year, month, day }, { zone: 'UTC' });
  return read.isValid ? (read.toISODate() ?? undefined) : undefined;
}

function timeIn(said: string): string | undefined {
  const [, hours, minutes, half] = clock.exec(said) ?? [];
  if (hours !== undefined) return timeOf(Number(hours), minutes ?? '', half);
  const [, whole, halfDay] = hour.exec(said) ?? [];
  if (whole !== undefined) return timeOf(Number(whole), '00', halfDay);
  return /\b(?:noon|midday)\b/.test(said) ? '12:00' : undefined;
}

function timeOf(hours: number, minutes: string, half: string | undefined): string | undefined {
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const shifted = half === undefined ? hours : (hours % 12) + (half.startsWith('p') ? 12 : 0);
  if (shifted > 23 || Number(minutes) > 59) return undefined;
  return `${String(shifted).padStart(2, '0')}:${minutes}`;
}
