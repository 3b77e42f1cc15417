import type { JsonSchema } from '../json-schema.js';

/** A line of a table of fields. */
export interface FieldRow {
  /** `action.money.amountMinor`, `lines[]`; a kind of a union stands in brackets. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly notes: readonly string[];
}

/** Every field below a schema, outer before inner, in the order in which they are declared. */
export function fieldRows(schema: JsonSchema, above = ''): readonly FieldRow[] {
  const of = plainOf(schema);
  const own = Object.entries(of.properties ?? {}).flatMap(([name, field]) => {
    const path = above === '' ? name : `${above}.${name}`;
    const isRequired = of.required?.includes(name) === true;
    return [rowOf(path, field, isRequired), ...fieldRows(field, path)];
  });
  const kinds = (of.oneOf ?? []).flatMap((kind) => fieldRows(kind, `${above} (${kindOf(kind)})`));
  const items = of.items === undefined ? [] : itemRows(of.items, `${above}[]`);
  return [...own, ...kinds, ...items];
}

/** Items that are plain values are told in the row of their list. */
const itemRows = (items: JsonSchema, path: string): readonly FieldRow[] =>
  [plainOf(items).type ?? ''].flat().includes('object') ? fieldRows(items, path) : [];

function rowOf(path: string, field: JsonSchema, isRequired: boolean): FieldRow {
  const plain = plainOf(field);
  const told = plain.description?.replace(/\.$/, '');
  const notes = [...(told === undefined ? [] : [told]), ...limits(plain)];
  return {
    path,
    type: typeName(plain),
    isRequired,
    notes: plain === field ? notes : [...notes, 'may be sealed'],
  };
}

function typeName(schema: JsonSchema): string {
  const { type, items, oneOf, properties } = schema;
  const names = [type ?? 'any JSON'].flat();
  if (names.includes('array') && items !== undefined) return `list of ${plural(typeName(plainOf(items)))}`;
  if (oneOf !== undefined) return `one of ${oneOf.length} kinds`;
  if (names.includes('object') && properties === undefined) return 'JSON object';
  return names
    .map((name) => (name === 'string' ? 'text' : name === 'integer' ? 'whole number' : name))
    .join(' or ');
}

const plural = (name: string): string => name.replace(/(object|number)$/, '$1s');

/** What a reader can use; that no text holds U+0000 is said once, above. */
function limits(schema: JsonSchema): readonly string[] {
  const of = schema.items === undefined ? schema : plainOf(schema.items);
  const each = of === schema ? '' : 'each ';
  const { enum: words = [], const: only, minLength, maxLength, minimum, maximum, pattern } = of;
  const said: string[] = [];
  const shown = words.filter((word) => word !== null);
  if (shown.length > 0) said.push(shown.map((word) => `\`${word}\``).join(' · '));
  if (only !== undefined) said.push(`always \`${only}\``);
  if (minLength !== undefined) said.push('not empty');
  if (maxLength !== undefined) said.push(`${each}at most ${grouped(maxLength)} characters`);
  if (minimum !== undefined) said.push(`from ${minimum}`);
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER) said.push(`up to ${grouped(maximum)}`);
  if (pattern !== undefined) said.push(...patternName(pattern));
  if (schema.maxItems !== undefined) said.push(`at most ${grouped(schema.maxItems)} in the list`);
  return said;
}

function patternName(pattern: string): readonly string[] {
  if (pattern.startsWith('^[^\\u0000')) return [];
  if (pattern === '^[0-9a-f]{64}$') return ['64 lower-case hex digits'];
  if (pattern.startsWith('^\\d{4}-'))
    return [pattern.includes('|^never$') ? 'instant, or `never`' : 'instant, ISO 8601 in UTC'];
  if (pattern.startsWith('^([0-9a-fA-F]{8}-')) return ['UUID'];
  if (pattern === '.') return ['not empty'];
  if (pattern.includes('[jJ][sS]')) return [];
  return [`\`${pattern}\``];
}

const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, '\u00a0');

/** In clear; a value that may be sealed is told as what it is when it is not. */
function plainOf(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ title }) => title !== 'Sealed') ?? schema;
}

function kindOf({ properties = {} }: JsonSchema): string {
  const told = Object.entries(properties).find(([, { enum: words }]) => words?.length === 1);
  return told === undefined ? 'another kind' : `${told[0]} ${told[1].enum?.[0]}`;
}
