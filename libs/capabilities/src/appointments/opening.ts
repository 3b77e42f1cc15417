import type { PlaceRecord } from './calendar/place.js';
import { type PointInTime, readLocalTime } from './local-time.js';

/** Whether a place is open from one point to the other, both of the same day on its own clock. */
export function isOpen({ opening, zone }: PlaceRecord, from: PointInTime, to: PointInTime): boolean {
  const [day, time] = [from.local.slice(0, 10), from.local.slice(11)];
  // A calendar's date, read as one: the weekday is that of the place's clock, wherever this runs.
  const hours = opening[String(new Date(`${day}T00:00:00Z`).getUTCDay() || 7)];
  if (hours === undefined || to.local.slice(0, 10) !== day) return false;
  if (time < hours.from || time >= hours.to || to.local.slice(11) > hours.to) return false;
  return !isClosedBetween(`${day}T${hours.to}`, zone, { from, to });
}

/** Set back in between, the clock shows an early end again although the place has closed meanwhile. */
function isClosedBetween(
  closesLocal: string,
  zone: string,
  { from, to }: { readonly from: PointInTime; readonly to: PointInTime },
): boolean {
  const closes = readLocalTime(closesLocal, zone);
  if (closes.outcome !== 'twice') return false;
  const first = [closes.earlier, closes.later].find(
    ({ instant }) => Date.parse(instant) > Date.parse(from.instant),
  );
  return first !== undefined && Date.parse(first.instant) < Date.parse(to.instant);
}
