import { type Fields, fieldsOf, isCount, isText } from '@countersign/connectors/json/read';
import { isZone } from '../local-time.js';

/** Local times of day, `09:00` to `17:00`. */
export interface OpenHours {
  readonly from: string;
  readonly to: string;
}

export interface PlaceRecord {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  /** By ISO weekday, `1` is Monday; a day that is missing is closed. */
  readonly opening: Readonly<Record<string, OpenHours>>;
  readonly slotMinutes: number;
  readonly minimumNoticeMinutes: number;
}

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export function placeOf({ id, name, zone, opening, slotMinutes, minimumNoticeMinutes }: Fields) {
  const hours = openingOf(fieldsOf(opening));
  if (!isText(id) || !isText(name) || !isText(zone) || !isZone(zone) || hours === undefined) return undefined;
  if (!isCount(slotMinutes) || slotMinutes === 0 || !isCount(minimumNoticeMinutes)) return undefined;
  return { id, name, zone, opening: hours, slotMinutes, minimumNoticeMinutes } satisfies PlaceRecord;
}

function openingOf(given: Fields | undefined): PlaceRecord['opening'] | undefined {
  if (given === undefined) return undefined;
  const days = Object.entries(given).flatMap(([day, hours]) => {
    const { from, to } = fieldsOf(hours) ?? {};
    const isDay =
      /^[1-7]$/.test(day) && isText(from) && timeOfDay.test(from) && isText(to) && timeOfDay.test(to);
    return isDay ? [[day, { from, to }] as const] : [];
  });
  return days.length === Object.keys(given).length ? Object.fromEntries(days) : undefined;
}
