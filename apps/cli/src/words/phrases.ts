import {
  clockInWords,
  factInWords,
  instantInWords,
  type JsonValue,
  spaced,
  valueInWords,
} from '@countersign/domain';

export { spaced };

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The first eight characters of an id: enough to find it again with `show`. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Text with every long id in it shortened. */
export const shortIds = (text: string): string => text.replaceAll(UUID, shortId);

/** The time of day of an instant, in UTC as everything on record is: `09:41:52 UTC`. */
export const clock = clockInWords;

/** `2026-11-29 09:41:52 UTC` */
export const moment = instantInWords;

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

/** A stored value on one line, cut where it is long. */
export function held(value: JsonValue, { currency, charactersMax = 100 }: Holding = {}): string {
  return cut(valueInWords(value, currency), charactersMax);
}

/** A named value: `total: 79.00 EUR`, where the name says that it counts minor units. */
export function named(
  name: string,
  value: JsonValue,
  { currency, charactersMax = 100 }: Holding = {},
): string {
  const { label, shown } = factInWords(name, value, currency);
  return `${label}: ${cut(shown, charactersMax)}`;
}

function cut(words: string, charactersMax: number): string {
  const text = shortIds(words);
  return text.length <= charactersMax ? text : `${text.slice(0, charactersMax - 1)}…`;
}
