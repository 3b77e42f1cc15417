import { formatMoney, type JsonValue } from '@countersign/domain';

/** `customer_request`, `refund.create` and `deliveredAt` as people would write them. */
export const spaced = (code: string): string =>
  code
    .replaceAll(/(?<=\w)[_.](?=[a-zA-Z])/g, ' ')
    .replaceAll(/(?<=[a-z])([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The first eight characters of an id: enough to find it again with `show`. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Text with every long id in it shortened. */
export const shortIds = (text: string): string => text.replaceAll(UUID, shortId);

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** The time of day of an instant, in UTC as everything on record is: `09:41:52 UTC`. */
export const clock = (instant: string): string =>
  INSTANT.test(instant) ? `${instant.slice(11, 19)} UTC` : instant;

/** `2026-11-29 09:41:52 UTC` */
export const moment = (instant: string): string =>
  INSTANT.test(instant) ? `${instant.slice(0, 10)} ${clock(instant)}` : instant;

/** `1 turn`, `3 turns`. */
export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** A sentence ends once. */
export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Holding {
  /** Of numbers that are called `…Minor`. */
  readonly currency?: string;
  readonly charactersMax?: number;
}

/** A stored value on one line, without the signs of its notation, cut where it is long. */
export function held(value: JsonValue, { currency, charactersMax = 100 }: Holding = {}): string {
  const text = shortIds(inWords(value, currency));
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}

/** A named value: `total: 79.00 EUR`, where the name says that it counts minor units. */
export function named(name: string, value: JsonValue, holding: Holding = {}): string {
  if (holding.currency === undefined || typeof value !== 'number' || !name.endsWith('Minor')) {
    return `${spaced(name)}: ${held(value, holding)}`;
  }
  const money = formatMoney({ amountMinor: value, currency: holding.currency });
  return `${spaced(name.slice(0, -'Minor'.length))}: ${money}`;
}

function inWords(value: JsonValue, currency: string | undefined): string {
  if (typeof value === 'string') return moment(value);
  if (value === null) return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map((one) => inWords(one, currency)).join('; ');
  const holding = { charactersMax: 200, ...(currency === undefined ? {} : { currency }) };
  return Object.entries(value)
    .map(([name, inner]) => named(name, inner, holding).replace(': ', ' '))
    .join(', ');
}
