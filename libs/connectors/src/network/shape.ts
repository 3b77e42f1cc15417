/** The few shapes that answers are checked against. An answer of another shape is no answer. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** A whole number of something, zero included, small enough to be exact. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function isInstant(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** Every item read by the reader, or undefined when one could not be: half a list is a wrong list. */
export function listOf<T>(value: unknown, read: (item: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => read(item));
  const kept = items.filter((item): item is T & {} => item !== undefined);
  return kept.length === items.length ? kept : undefined;
}
