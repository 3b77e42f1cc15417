import type { JsonValue } from '@countersign/domain';

/** `customer_request` as `customer request`; `refund.create` as `refund create`. */
export const spaced = (code: string): string => code.replaceAll(/(?<=\w)[_.](?=\w)/g, ' ');

/** The first eight characters of an id: enough to find it again with `show`. */
export const shortId = (id: string): string => id.slice(0, 8);

/** The time of day of an instant, in UTC as everything on record is: `09:41:52`. */
export const clock = (instant: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(instant) ? instant.slice(11, 19) : instant;

/** `1 turn`, `3 turns`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A stored value on one line, cut where it is long. */
export function held(value: JsonValue, charactersMax = 80): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}
