import type { JsonSchema } from './json-schema.js';

/**
 * Who depends on a schema. `written`: what was written stays in the store for ever and is read outside, so old data
 * must fit and readers must find what they were promised. `inbound`: outside parties write it, so whatever they
 * were allowed to send must still be taken.
 */
export type Direction = 'written' | 'inbound';

export interface SchemaChange {
  /** Path of the field, `action.money.amountMinor`, `lines[]`; empty for the whole. */
  readonly field: string;
  readonly what: string;
}

/** What in the new schema breaks somebody who relies on the old one. */
export function breakingIn(
  released: JsonSchema,
  now: JsonSchema,
  at: { readonly field: string; readonly direction: Direction },
): readonly SchemaChange[] {
  const kinds = typeChange(released, now, at.direction);
  if (kinds !== undefined) return [{ field: at.field, what: kinds }];
  const [plain, nowPlain] = [plainOf(released), plainOf(now)];
  return [
    ...narrowed(plain, nowPlain).map((what) => ({ field: at.field, what })),
    ...fieldChanges(plain, nowPlain, at),
    ...kindChanges(plain, nowPlain, at),
    ...(plain.items === undefined
      ? []
      : breakingIn(plain.items, nowPlain.items ?? {}, { ...at, field: `${at.field}[]` })),
  ];
}

/** What may be sealed is compared as what it is in clear; that it may be sealed is part of its type. */
function plainOf(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ title }) => title !== 'Sealed') ?? schema;
}

function typeChange(released: JsonSchema, now: JsonSchema, direction: Direction): string | undefined {
  const [before, after] = [typesOf(released), typesOf(now)];
  const isTaken = (type: string) => after.includes(type) || (type === 'integer' && after.includes('number'));
  const isLost = !before.every(isTaken) && !after.includes('anything');
  const isNew = after.some((type) => !before.includes(type)) && !before.includes('anything');
  if (!isLost && !(isNew && direction === 'written')) return undefined;
  return `type changed from ${before.join(' or ')} to ${after.join(' or ')}`;
}

function typesOf(schema: JsonSchema): readonly string[] {
  const { type, title, anyOf } = schema;
  if (anyOf !== undefined) return [...new Set(anyOf.flatMap(typesOf))].sort();
  if (type === undefined) return ['anything'];
  return title === 'Sealed' ? ['sealed value'] : [type].flat().toSorted();
}

/** Limits that take less than they did. A limit that is not said is none. */
function narrowed(released: JsonSchema, now: JsonSchema): readonly string[] {
  const changes: string[] = [];
  for (const limit of ['maxLength', 'maximum', 'maxItems'] as const) {
    const [before, after] = [released[limit] ?? Infinity, now[limit] ?? Infinity];
    if (after < before) changes.push(`${limit} narrowed from ${said(released[limit])} to ${after}`);
  }
  for (const limit of ['minLength', 'minimum'] as const) {
    const [before, after] = [released[limit] ?? -Infinity, now[limit] ?? -Infinity];
    if (after > before) changes.push(`${limit} narrowed from ${said(released[limit])} to ${after}`);
  }
  if (now.pattern !== undefined && now.pattern !== released.pattern) changes.push('pattern changed');
  if (now.additionalProperties === false && released.additionalProperties !== false) {
    changes.push('further fields are no longer allowed');
  }
  return [...changes, ...wordsLost(released, now)];
}

function wordsLost(released: JsonSchema, now: JsonSchema): readonly string[] {
  const [before, after] = [wordsOf(released), wordsOf(now)];
  if (after === undefined) return [];
  if (before === undefined) return [`narrowed from any value to ${after.join(', ')}`];
  const lost = before.filter((word) => !after.includes(word));
  return lost.length === 0 ? [] : [`enum narrowed: ${lost.join(', ')} removed`];
}

const wordsOf = ({ enum: words, const: only }: JsonSchema): readonly unknown[] | undefined =>
  words ?? (only === undefined ? undefined : [only]);
const said = (limit: number | undefined): string => (limit === undefined ? 'none' : String(limit));

type At = { readonly field: string; readonly direction: Direction };

function fieldChanges(released: JsonSchema, now: JsonSchema, at: At): readonly SchemaChange[] {
  const [before, after] = [released.properties ?? {}, now.properties ?? {}];
  const inside = (name: string) => (at.field === '' ? name : `${at.field}.${name}`);
  const wasRequired = (name: string) => released.required?.includes(name) === true;
  const isRequired = (name: string) => now.required?.includes(name) === true;
  const kept = Object.entries(before).flatMap(([name, schema]): readonly SchemaChange[] => {
    const field = inside(name);
    const next = after[name];
    if (next === undefined) return [{ field, what: 'field removed' }];
    const isLet = at.direction === 'written' && wasRequired(name) && !isRequired(name);
    const less = isLet ? [{ field, what: 'field is no longer always there' }] : [];
    return [...less, ...breakingIn(schema, next, { ...at, field })];
  });
  const demanded = Object.keys(after)
    .filter((name) => isRequired(name) && !wasRequired(name))
    .map((name) => ({ field: inside(name), what: 'field newly required' }));
  return [...kept, ...demanded];
}

/** Kinds of a union, told apart by the words that each alone allows. */
function kindChanges(released: JsonSchema, now: JsonSchema, at: At): readonly SchemaChange[] {
  const after = new Map((now.oneOf ?? []).map((kind) => [nameOfKind(kind), kind]));
  return (released.oneOf ?? []).flatMap((kind) => {
    const name = nameOfKind(kind);
    const next = after.get(name);
    if (next === undefined) return [{ field: at.field, what: `kind ${name} removed` }];
    return breakingIn(kind, next, { ...at, field: `${at.field}(${name})` });
  });
}

function nameOfKind({ properties = {} }: JsonSchema): string {
  const told = Object.entries(properties).find(([, { enum: words }]) => words?.length === 1);
  return told === undefined ? 'without a name' : `${told[0]} ${told[1].enum?.[0]}`;
}
