import type { JsonObject, JsonValue } from '../json.js';
import { exponentOf } from '../money/currency.js';
import { formatMoney } from '../money/money.js';

/** A named value as a person reads it: `totalMinor` 7900 of an order in euros is `total`, `79.00 EUR`. */
export interface FactInWords {
  readonly label: string;
  readonly shown: string;
}

/** `customer_request`, `refund.create` and `deliveredAt` as people would write them. */
export const spaced = (code: string): string =>
  code
    .replaceAll(/(?<=\w)[_.](?=[a-zA-Z])/g, ' ')
    .replaceAll(/(?<=[a-z])([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * `2026-11-29 09:41:52 UTC`, to the second; another offset than UTC is named as it stands. Text without an offset is
 * nobody's instant and stays as it is.
 */
export function instantInWords(text: string): string {
  const [, day, time, zone] = INSTANT.exec(text) ?? [];
  return time === undefined ? text : `${day} ${time} ${zone === 'Z' ? 'UTC' : zone}`;
}

/** The time of day alone: `09:41:52 UTC`. */
export function clockInWords(text: string): string {
  return INSTANT.test(text) ? instantInWords(text).slice('2026-11-29 '.length) : text;
}

/**
 * A whole number whose name ends in `Minor` is money, with the decimals that ISO 4217 gives the currency: the one of
 * the record that it stands in, else `currency`. Without a known currency the number and its name stay as they are,
 * because a decimal point in the wrong place is worse than none.
 */
export function factInWords(name: string, value: JsonValue, currency?: string): FactInWords {
  const isAmount = name.endsWith('Minor') && typeof value === 'number' && Number.isSafeInteger(value);
  if (!isAmount || currency === undefined || exponentOf(currency) === undefined) {
    return { label: spaced(name), shown: valueInWords(value, currency) };
  }
  const shown = formatMoney({ amountMinor: value, currency });
  return { label: spaced(name.slice(0, -'Minor'.length)), shown };
}

/**
 * A stored value on one line, without the signs of its notation. Text inside a list or a record that holds one of the
 * signs which part them is quoted: whoever wrote a title cannot add a field to the line.
 */
export function valueInWords(value: JsonValue, currency?: string): string {
  if (typeof value === 'string') return instantInWords(value);
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return recordInWords(value as JsonObject, currency);
  if (value.length === 0) return 'none';
  return value.map((one) => (Array.isArray(one) ? grouped(one, currency) : inner(one, currency))).join('; ');
}

function recordInWords(record: JsonObject, outside: string | undefined): string {
  const own = record['currency'];
  const currency = typeof own === 'string' ? own : outside;
  const fields = Object.entries(record).map(([name, value]) => {
    const isGroup = typeof value === 'object' && value !== null;
    const { label, shown } = factInWords(name, value, currency);
    const words = typeof value === 'string' ? inner(value, currency) : shown;
    return `${quotedWhereNeeded(label)} ${isGroup ? `(${words})` : words}`;
  });
  return fields.length === 0 ? 'none' : fields.join(', ');
}

const grouped = (value: JsonValue, currency: string | undefined): string =>
  `(${valueInWords(value, currency)})`;

const inner = (value: JsonValue, currency: string | undefined): string =>
  typeof value === 'string'
    ? quotedWhereNeeded(valueInWords(value, currency))
    : valueInWords(value, currency);

const quotedWhereNeeded = (text: string): string =>
  text === '' || /[,;()"\n]/.test(text) ? JSON.stringify(text) : text;
