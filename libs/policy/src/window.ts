import { DateTime } from 'luxon';

export interface WindowQuestion {
  /** ISO 8601 instant with an offset or `Z`. A date alone is not an instant and is answered `unknown`. */
  readonly deliveredAt: string;
  readonly askedAt: string;
  /** IANA zone of the shop, never the server's. */
  readonly zone: string;
  /** Calendar days after the day of delivery. */
  readonly days: number;
}

export type WindowAnswer =
  | {
      readonly inside: boolean;
      /** Calendar days between the two local dates; on the day of delivery 0. */
      readonly daysSinceDelivery: number;
      /** The first instant after the window (UTC), exclusive. */
      readonly lastDayEndsAt: string;
    }
  | {
      readonly inside: 'unknown';
      readonly daysSinceDelivery: 'unknown';
      readonly code: 'instant_unreadable' | 'zone_unknown';
    };

/**
 * Whether a request falls inside the return window. Days are dates of the shop's calendar, not spans of 24
 * hours: the last day counts whole, and a day of 23 or 25 hours is one day. The server's own zone is never read.
 */
export function checkWindow({ deliveredAt, askedAt, zone, days }: WindowQuestion): WindowAnswer {
  const delivered = instant(deliveredAt, zone);
  const asked = instant(askedAt, zone);
  if (!DateTime.fromMillis(0, { zone }).isValid) return unknown('zone_unknown');
  if (delivered === undefined || asked === undefined) return unknown('instant_unreadable');
  const daysSinceDelivery = dayNumber(asked) - dayNumber(delivered);
  return {
    inside: daysSinceDelivery >= 0 && daysSinceDelivery <= days,
    daysSinceDelivery,
    lastDayEndsAt:
      delivered
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
  return { inside: 'unknown', daysSinceDelivery: 'unknown', code };
}
