import type { Json, JsonObject } from './view.js';

/** A refusal names the field as a path (`arguments.lines[0].quantity`) and the reason as a code. */
export interface Refusal {
  field: string;
  reason: RefusalReason;
}

export type RefusalReason =
  | 'missing'
  | 'not_allowed'
  | 'wrong_type'
  | 'not_an_integer'
  | 'not_a_safe_integer'
  | 'too_small'
  | 'too_large'
  | 'empty'
  | 'too_long'
  | 'bad_format'
  | 'not_one_of'
  | 'unknown_currency'
  | 'unknown_tool'
  | 'unknown_action'
  | 'unknown_capability'
  | 'unknown_step'
  | 'unknown_fact'
  | 'unknown_source'
  | 'words_of_a_person'
  | 'not_in_source'
  | 'claims_an_outcome'
  | 'not_for_this_role'
  | 'unreadable_schema';

const DEPTH_MAX = 12;

/**
 * Checks a value against the part of JSON Schema our tools and actions use: type, properties, required,
 * additionalProperties (closed unless it is `true`), items, minItems, maxItems, minimum, maximum,
 * minLength, maxLength, pattern, enum, const. A schema without a type it knows refuses everything:
 * failing open would let a model's typo through.
 */
export function checkSchema(value: unknown, schema: Json | undefined, field: string): Refusal[] {
  return check(value, schema, { field, depth: 0 });
}

interface Place {
  field: string;
  depth: number;
}

function check(value: unknown, schema: Json | undefined, at: Place): Refusal[] {
  if (!isObject(schema) || at.depth > DEPTH_MAX) return refuse(at, 'unreadable_schema');
  if (value === undefined) return refuse(at, 'missing');
  if (schema.const !== undefined && value !== schema.const) return refuse(at, 'not_one_of');
  if (Array.isArray(schema.enum) && !schema.enum.includes(value as Json)) return refuse(at, 'not_one_of');
  switch (schema.type) {
    case 'object':
      return checkObject(value, schema, at);
    case 'array':
      return checkArray(value, schema, at);
    case 'string':
      return checkString(value, schema, at);
    case 'integer':
    case 'number':
      return checkNumber(value, schema, at);
    case 'boolean':
      return typeof value === 'boolean' ? [] : refuse(at, 'wrong_type');
    case 'null':
      return value === null ? [] : refuse(at, 'wrong_type');
    default:
      return 'const' in schema || 'enum' in schema ? [] : refuse(at, 'unreadable_schema');
  }
}

function checkObject(value: unknown, schema: JsonObject, at: Place): Refusal[] {
  if (!isObject(value)) return refuse(at, 'wrong_type');
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required
    .filter((name) => typeof name === 'string' && !Object.hasOwn(value, name))
    .flatMap((name) => refuse(below(at, `.${String(name)}`), 'missing'));
  const present = Object.keys(value).flatMap((name) => {
    const place = below(at, `.${name}`);
    if (Object.hasOwn(properties, name)) return check(value[name], properties[name], place);
    return schema.additionalProperties === true ? [] : refuse(place, 'not_allowed');
  });
  return [...missing, ...present];
}

function checkArray(value: unknown, schema: JsonObject, at: Place): Refusal[] {
  if (!Array.isArray(value)) return refuse(at, 'wrong_type');
  if (value.length < bound(schema.minItems, 0)) return refuse(at, 'empty');
  if (value.length > bound(schema.maxItems, 1000)) return refuse(at, 'too_long');
  return value.flatMap((item, index) => check(item, schema.items, below(at, `[${index}]`)));
}

function checkString(value: unknown, schema: JsonObject, at: Place): Refusal[] {
  if (typeof value !== 'string') return refuse(at, 'wrong_type');
  if (value.length < bound(schema.minLength, 0)) return refuse(at, 'empty');
  if (value.length > bound(schema.maxLength, 10_000)) return refuse(at, 'too_long');
  const pattern = schema.pattern;
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return refuse(at, 'bad_format');
  return [];
}

function checkNumber(value: unknown, schema: JsonObject, at: Place): Refusal[] {
  if (typeof value !== 'number' || Number.isNaN(value)) return refuse(at, 'wrong_type');
  if (schema.type === 'integer' && !Number.isInteger(value)) return refuse(at, 'not_an_integer');
  if (schema.type === 'integer' && !Number.isSafeInteger(value)) return refuse(at, 'not_a_safe_integer');
  const above = schema.exclusiveMinimum;
  if (typeof above === 'number' && value <= above) return refuse(at, 'too_small');
  if (value < bound(schema.minimum, Number.NEGATIVE_INFINITY)) return refuse(at, 'too_small');
  if (value > bound(schema.maximum, Number.POSITIVE_INFINITY)) return refuse(at, 'too_large');
  return [];
}

/** A plain object, as opposed to an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(at: Place, reason: RefusalReason): Refusal[] {
  return [{ field: at.field, reason }];
}

function below(at: Place, suffix: string): Place {
  return { field: `${at.field}${suffix}`, depth: at.depth + 1 };
}

function bound(limit: Json | undefined, otherwise: number): number {
  return typeof limit === 'number' ? limit : otherwise;
}
