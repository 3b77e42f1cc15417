import { DateTime } from 'luxon';

export interface WindowQuestion {
  /** ISO 8601 instant with an offset or `Z`. A date alone is not an instant and is answered `unknown`. */
  readonly since: string;
  readonly askedAt: string;
  /** IANA zone of the shop, never the server's. */
  readonly zone: string;
  /** Calendar days after the day it is counted from. */
  readonly days: number;
}

export type WindowAnswer =
  | {
      readonly inside: boolean;
      /** Calendar days between the two local dates; on the first day 0. */
      readonly daysSince: number;
      /** The first instant after the window (UTC), exclusive. */
      readonly lastDayEndsAt: string;
    }
  | {
      readonly inside: 'unknown';
      readonly daysSince: 'unknown';
      readonly code: 'instant_unreadable' | 'zone_unknown';
    };

/**
 * Whether a request falls inside a window of days. Days are dates of the shop's calendar, not spans of 24
 * hours: the last day counts whole, and a day of 23 or 25 hours is one day. The server's own zone is never read.
 */
export function checkWindow({ since, askedAt, zone, days }: WindowQuestion): WindowAnswer {
  const begun = instant(since, zone);
  const asked = instant(askedAt, zone);
  if (!DateTime.fromMillis(0, { zone }).isValid) return unknown('zone_unknown');
  if (begun === undefined || asked === undefined) return unknown('instant_unreadable');
  const daysSince = dayNumber(asked) - dayNumber(begun);
  return {
    inside: daysSince >= 0 && daysSince <= days,
    daysSince,
    lastDayEndsAt:
      begun
        .plus({ days: days + 1 })
        .startOf('day')
        .toUTC()
        .toISO() ?? '',
  };
}

function instant(text: string, zone: string): DateTime<true> | undefined {
  if (!/T.*(Z|[+-]\d{2}:?\d{2})$/.test(text)) return undefined;
  const read = DateTime.fromISO(text, { zone });
  return read.isValid ? read : undefined;
}

/** Days since 1970-01-01 on the calendar of the value's own zone. */
function dayNumber(local: DateTime<true>): number {
  return Date.UTC(local.year, local.month - 1, local.day) / 86_400_000;
}

function unknown(code: 'instant_unreadable' | 'zone_unknown'): WindowAnswer {
  return { inside: 'unknown', daysSince: 'unknown', code };
}
