import { isObject } from '../port/check-schema.js';
import type { Json } from '../port/view.js';
import type { RefundReason } from './read-message.js';

export interface Passage {
  documentId: string;
  version: string;
  section: string;
  heading: string;
  text: string;
}

/** The passages a search returned; anything that does not read as a passage is left out. */
export function readPassages(data: Json | undefined): Passage[] {
  const list = isObject(data) && Array.isArray(data.passages) ? data.passages : data;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    if (!isObject(item)) return [];
    const { documentId, version, section, heading, text } = item;
    if (typeof documentId !== 'string' || typeof section !== 'string' || typeof text !== 'string') return [];
    if (typeof version !== 'string' && typeof version !== 'number') return [];
    const title = typeof heading === 'string' ? heading : '';
    return [{ documentId, version: String(version), section, heading: title, text }];
  });
}

const covers: Record<RefundReason, RegExp> = {
  unopened_return: /\b(?:unopened|sealed|unused and in (?:its|the) original)\b/i,
  damaged: /\b(?:damaged|defective|faulty|broken)\b/i,
  late: /\b(?:late|delayed) (?:deliver\w+|arriv\w+)\b|\bdelivered late\b/i,
  other: /^\b$/,
};
const aboutReturns = /\b(?:refund\w*|return\w*)\b/i;

/**
 * The section that speaks about refunds for this reason, a heading before a text, the search's own order
 * after that. It is cited to people and never decides: limits and windows are enforced by policy.
 */
export function passageFor(passages: readonly Passage[], reason: RefundReason): Passage | undefined {
  const about = passages.filter((p) => aboutReturns.test(`${p.heading} ${p.text}`));
  const byHeading = about.find((passage) => covers[reason].test(passage.heading));
  return byHeading ?? about.find((passage) => covers[reason].test(passage.text));
}

/**
 * The last instant of the return window the passage states: N days after the day of delivery, the last
 * day whole, in the zone the passage names. Undefined when it names no days or no zone: a guess at the
 * zone would move the boundary day.
 */
export function windowEnd(passage: Passage, deliveredAt: string): string | undefined {
  const days = /\b(\d{1,3})[ -](?:calendar )?days?\b/i.exec(passage.text)?.[1];
  const zone =
    /\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_]+(?:\/[A-Za-z_]+)?|\bUTC\b/.exec(
      passage.text,
    )?.[0];
  if (days === undefined || zone === undefined || !isZone(zone)) return undefined;
  const delivered = localDay(new Date(deliveredAt), zone);
  const next = new Date(Date.UTC(delivered.year, delivered.month - 1, delivered.day + Number(days) + 1));
  return new Date(startOfDay(next, zone) - 1).toISOString();
}

function isZone(zone: string): boolean {
  return zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone);
}

interface LocalDay {
  year: number;
  month: number;
  day: number;
}

function localDay(instant: Date, zone: string): LocalDay {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const [year = 0, month = 1, day = 1] = format.format(instant).split('-').map(Number);
  return { year, month, day };
}

/** The first instant of a calendar day in a zone; the second look corrects for a clock change in between. */
function startOfDay(day: Date, zone: string): number {
  const first = day.getTime() - offsetMs(day.getTime(), zone);
  return day.getTime() - offsetMs(first, zone);
}

function offsetMs(instant: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
