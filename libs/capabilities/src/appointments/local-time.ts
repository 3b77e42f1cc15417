import { DateTime, IANAZone } from 'luxon';

/** A local time that is there once: on the clock of a zone, as an instant, and how far that clock is from UTC. */
export interface PointInTime {
  /** `2026-03-09T09:00`, to the minute. */
  readonly local: string;
  readonly zone: string;
  /** `2026-03-09T13:00:00Z` */
  readonly instant: string;
  /** `-04:00` */
  readonly offset: string;
}

/** Which of the two, where the clock is set back and a local time comes twice. */
export type Which = 'earlier' | 'later';

export type LocalTimeRead =
  | { readonly outcome: 'once'; readonly at: PointInTime }
  | { readonly outcome: 'twice'; readonly earlier: PointInTime; readonly later: PointInTime }
  | { readonly outcome: 'never' }
  | { readonly outcome: 'unreadable'; readonly code: 'zone_unknown' | 'time_unreadable' };

/** `Europe/Berlin`. An offset is no zone: it knows nothing of the day the clocks change. */
const zoneName = /^(?:UTC|[A-Za-z]\w*(?:\/[\w+-]+)+)$/;
const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

/**
 * When a local time is. A time that the clocks skip is `never`, one that they show twice is both, and neither is
 * settled by a guess (C77). The server's own zone is not looked at.
 */
export function readLocalTime(local: string, zone: string): LocalTimeRead {
  if (!isZone(zone)) return { outcome: 'unreadable', code: 'zone_unknown' };
  if (!isLocalTime(local)) return { outcome: 'unreadable', code: 'time_unreadable' };
  const read = DateTime.fromISO(local, { zone });
  // The library moves a skipped time on to the next one that is there.
  if (localOf(read) !== local) return { outcome: 'never' };
  const [first = read, second] = [...read.getPossibleOffsets()].sort((a, b) => a.toMillis() - b.toMillis());
  if (second === undefined) return { outcome: 'once', at: pointOf(first, zone) };
  return { outcome: 'twice', earlier: pointOf(first, zone), later: pointOf(second, zone) };
}

/** The one point that is meant; undefined where there is none, or two and nothing says which. */
export function pointMeant(read: LocalTimeRead, which?: Which): PointInTime | undefined {
  if (read.outcome === 'once') return which === undefined ? read.at : undefined;
  if (read.outcome !== 'twice' || which === undefined) return undefined;
  return read[which];
}

/** Which of two it is that stands at this instant; undefined where the local time comes once. */
export function whichOf(local: string, zone: string, instant: string): Which | undefined {
  const read = readLocalTime(local, zone);
  if (read.outcome !== 'twice') return undefined;
  return Date.parse(read.earlier.instant) === Date.parse(instant) ? 'earlier' : 'later';
}

/**
 * What the clock of a zone shows at an instant.
 * @throws Error when either is not one: whoever asks has read both from a record.
 */
export function pointAt(instant: string | number, zone: string): PointInTime {
  const read =
    typeof instant === 'number'
      ? DateTime.fromMillis(instant, { zone })
      : DateTime.fromISO(instant, { zone });
  if (!read.isValid) throw new Error(`${instant} in ${zone} is no point in time.`);
  return pointOf(read, zone);
}

/** So many minutes later by a stop-watch, whatever the clock on the wall does meanwhile. */
export function minutesAfter({ instant, zone }: PointInTime, minutes: number): PointInTime {
  return pointAt(Date.parse(instant) + minutes * 60_000, zone);
}

/** `Monday 9 March 2026, 09:00 (America/New_York, UTC-04:00), 2026-03-09T13:00:00Z` */
export function inWords({ zone, offset, instant }: PointInTime): string {
  const day = DateTime.fromISO(instant, { zone }).setLocale('en-GB').toFormat('cccc d LLLL yyyy, HH:mm');
  return `${day} (${zone}, UTC${offset}), ${instant}`;
}

/** The data about zones that this process computes with, `2026c`. */
export const zoneDataVersion: string = process.versions['tz'] ?? 'unknown';

/** The names that the platform lists; it knows others, such as older ones, and takes a thousand times as long to say so. */
const listedZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

export function isZone(zone: string): boolean {
  return zoneName.test(zone) && (listedZones.has(zone) || IANAZone.isValidZone(zone));
}

/** A date and a time of day that any clock could show, to the minute. */
export function isLocalTime(local: string): boolean {
  return localTime.test(local) && localOf(DateTime.fromISO(local, { zone: 'UTC' })) === local;
}

function pointOf(read: DateTime, zone: string): PointInTime {
  const instant = read.toUTC().toISO({ suppressMilliseconds: true }) ?? '';
  return {
    local: localOf(read),
    zone,
    instant,
    offset: read.toISO()?.slice(-6).replace('Z', '+00:00') ?? '',
  };
}

function localOf(read: DateTime): string {
  return read.toISO({ includeOffset: false })?.slice(0, 16) ?? '';
}
