import { type Fields, fieldsOf, isCount, isInstant, isText } from './shape.js';

/** What a field of a record is: a text, a whole number from 0 on, an instant in UTC, or true and false. */
export type FieldKind = 'text' | 'count' | 'instant' | 'flag';
export type Shape = Readonly<Record<string, FieldKind>>;

type Read<Kind extends FieldKind> = Kind extends 'count' ? number : Kind extends 'flag' ? boolean : string;

/** A record of a shape, as it is read. */
export type Shaped<S extends Shape> = { readonly [Name in keyof S]: Read<S[Name]> };

const fits: Readonly<Record<FieldKind, (value: unknown) => boolean>> = {
  text: isText,
  count: isCount,
  instant: isInstant,
  flag: (value) => typeof value === 'boolean',
};

/**
 * Reads the fields of a shape and no others. Undefined where one is missing or of another kind: half a record is a
 * wrong record.
 */
export function shaped<const S extends Shape>(shape: S, item: unknown): Shaped<S> | undefined {
  const fields: Fields = fieldsOf(item) ?? {};
  const named = Object.entries(shape).map(([name, kind]) => [name, fields[name], kind] as const);
  if (!named.every(([, value, kind]) => fits[kind](value))) return undefined;
  return Object.fromEntries(named.map(([name, value]) => [name, value])) as Shaped<S>;
}

/** The part of a shape that is texts. */
export function texts<const Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, 'text'])) as { readonly [Of in Name]: 'text' };
}
