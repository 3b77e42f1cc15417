import { normalise } from '@countersign/planning/rules';
import { isLocalTime, pointAt } from '../local-time.js';

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
  const date = dateIn(said, pointAt(today.at, today.zone).local.slice(0, 10));
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

function dateIn(said: string, today: string): string | undefined {
  const [, year, month, day] = iso.exec(said) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) return dateOf({ year, month, day });
  const [, firstDay, firstMonth, firstYear] = dayFirst.exec(said) ?? [];
  if (firstDay !== undefined) return named(firstDay, firstMonth, firstYear, today);
  const [, lastMonth, lastDay, lastYear] = monthFirst.exec(said) ?? [];
  if (lastDay !== undefined) return named(lastDay, lastMonth, lastYear, today);
  if (/\btomorrow\b/.test(said)) return daysAfter(today, 1);
  if (/\btoday\b/.test(said)) return today;
  return weekdayIn(said, today);
}

/** "On Friday" is the first one after today; "next Friday" is not the same day to everybody. */
function weekdayIn(said: string, today: string): string | undefined {
  const [, next, name = ''] = new RegExp(`\\b(next |last )?(${weekdays.join('|')})\\b`).exec(said) ?? [];
  const wanted = weekdays.indexOf(name) + 1;
  if (wanted === 0 || next !== undefined) return undefined;
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return daysAfter(today, ((wanted - weekday + 6) % 7) + 1);
}

/** Of dates on a calendar, which have no zone. */
function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Without a year it is the next such day. */
function named(
  day: string,
  month: string | undefined,
  year: string | undefined,
  today: string,
): string | undefined {
  const number = String(monthNames.indexOf((month ?? '').slice(0, 3)) + 1);
  if (year !== undefined) return dateOf({ year, month: number, day });
  const thisYear = dateOf({ year: today.slice(0, 4), month: number, day });
  if (thisYear !== undefined && thisYear >= today) return thisYear;
  return dateOf({ year: String(Number(today.slice(0, 4)) + 1), month: number, day });
}

function dateOf({
  year,
  month,
  day,
}: {
  readonly year: string;
  readonly month: string;
  readonly day: string;
}) {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalTime(`${date}T00:00`) ? date : undefined;
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
