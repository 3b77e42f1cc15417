import type { Json } from '@countersign/planning';
import { isObject } from '@countersign/planning/rules';
import type { RefundReason } from './refund-reason.js';

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

/** What the same document says about opened goods, if it was found: cited when the seal was broken. */
export function openedPassage(passages: readonly Passage[], cited: Passage): Passage | undefined {
  return passages.find((passage) => sameDocument(passage, cited) && /\bopened\b/i.test(passage.heading));
}

/** How many days the section gives; undefined when it states none. */
export function daysOf(passage: Passage): number | undefined {
  const days = /\b(\d{1,3})[ -](?:calendar )?days?\b/i.exec(passage.text)?.[1];
  return days === undefined ? undefined : Number(days);
}

/** The section that names the zone days are counted in: the cited one, or one of the same document version. */
export function countingPassage(passages: readonly Passage[], cited: Passage): Passage | undefined {
  const own = passages.filter((passage) => sameDocument(passage, cited));
  return [cited, ...own].find((passage) => zoneOf(passage) !== undefined);
}

/**
 * The last instant of the return window: N days after the day of delivery, the last day whole, in the
 * zone the policy names (S14). Undefined when no days or no zone are named: a guess at the zone would
 * move the boundary day.
 */
export function windowEnd(cited: Passage, counting: Passage, deliveredAt: string): string | undefined {
  const days = daysOf(cited);
  const zone = zoneOf(counting);
  if (days === undefined || zone === undefined) return undefined;
  const delivered = localDay(new Date(deliveredAt), zone);
  const next = new Date(Date.UTC(delivered.year, delivered.month - 1, delivered.day + days + 1));
  return new Date(startOfDay(next, zone) - 1).toISOString();
}

function sameDocument(passage: Passage, cited: Passage): boolean {
  return passage.documentId === cited.documentId && passage.version === cited.version;
}

function zoneOf(passage: Passage): string | undefined {
  const named =
    /\b(?:Africa|America|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Za-z_]+(?:\/[A-Za-z_]+)?|\bUTC\b/;
  const zone = named.exec(passage.text)?.[0];
  return zone !== undefined && isZone(zone) ? zone : undefined;
}

let zones: ReadonlySet<string> | undefined;

/** The list is read once: asking for it costs more than everything else that is done with a passage. */
function isZone(zone: string): boolean {
  zones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return zones.has(zone);
}

const dayFields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const secondFields = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are kept: making one costs a hundred times what using it does. There is one a zone. */
function formatOf(locale: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${locale} ${fields.timeZone}`;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, fields);
  formats.set(name, format);
  return format;
}

interface LocalDay {
  year: number;
  month: number;
  day: number;
}

function localDay(instant: Date, zone: string): LocalDay {
  const format = formatOf('en-CA', { timeZone: zone, ...dayFields });
  const [year = 0, month = 1, day = 1] = format.format(instant).split('-').map(Number);
  return { year, month, day };
}

/** The first instant of a calendar day in a zone; the second look corrects for a clock change in between. */
function startOfDay(day: Date, zone: string): number {
  const first = day.getTime() - offsetMs(day.getTime(), zone);
  return day.getTime() - offsetMs(first, zone);
}

function offsetMs(instant: number, zone: string): number {
  const format = formatOf('en-US', { timeZone: zone, ...secondFields });
  const part = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}
