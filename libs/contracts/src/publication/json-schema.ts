import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { ValidationMetadata } from 'class-validator/types/metadata/ValidationMetadata.js';
import type { ClassOf, Holds } from '../events/fields.js';
import { ruleSchema } from './field-rules.js';

/** The keywords of JSON Schema 2020-12 that contracts need; each of them means the same in draft 7. */
export interface JsonSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: string | number;
  readonly enum?: readonly (string | null)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

/** `closed`: a field that nobody knows is refused, as of what outside parties publish. */
export interface Reading {
  readonly closed: boolean;
}

/**
 * The schema that accepts what the validators of a class accept. It is made from the rules that class-validator
 * holds, and refuses to be made from a rule it has no keyword for: a schema that says less would go unnoticed.
 */
export function schemaOf(of: ClassOf, reading: Reading): JsonSchema {
  const fields = rulesByField(of);
  const properties = [...fields].map(([name, rules]) => [name, fieldSchema(name, rules, reading)] as const);
  const required = [...fields].filter(([, rules]) => !rules.some(isOptional)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(reading.closed && { additionalProperties: false }),
  };
}

function rulesByField(of: ClassOf): ReadonlyMap<string, readonly ValidationMetadata[]> {
  const all = getMetadataStorage().getTargetValidationMetadatas(of as never, '', false, false);
  const fields = new Map<string, ValidationMetadata[]>();
  // Decorators of a field are applied from the last to the first; the list is in the order they were applied.
  for (const rule of all) fields.set(rule.propertyName, [...(fields.get(rule.propertyName) ?? []), rule]);
  return fields;
}

const isOptional = (rule: ValidationMetadata): boolean =>
  rule.type === ValidationTypes.CONDITIONAL_VALIDATION;

function fieldSchema(name: string, rules: readonly ValidationMetadata[], reading: Reading): JsonSchema {
  const said = rules.filter((rule) => !isOptional(rule));
  const ofItems = said.filter((rule) => rule.each).map((rule) => schemaOfRule(rule, reading));
  const ofField = said.filter((rule) => !rule.each).map((rule) => schemaOfRule(rule, reading));
  const merged = together(name, ofField);
  const schema = ofItems.length === 0 ? merged : { ...merged, items: together(`${name}[]`, ofItems) };
  return rules.some(isOptional) ? orNull(schema) : schema;
}

function schemaOfRule(rule: ValidationMetadata, reading: Reading): JsonSchema {
  if (rule.type !== ValidationTypes.NESTED_VALIDATION)
    return ruleSchema(rule.name ?? '', rule.constraints ?? []);
  const holds = rule.context as Holds | undefined;
  if (holds === undefined) throw new Error(`${rule.propertyName} does not say what it holds.`);
  if ('of' in holds) return schemaOf(holds.of(), reading);
  return { type: 'object', oneOf: Object.values(holds.union.kinds).map((kind) => schemaOf(kind, reading)) };
}

/** One schema that says what each says. Two rules that use a keyword for different things have no such schema. */
function together(name: string, schemas: readonly JsonSchema[]): JsonSchema {
  const merged: Record<string, unknown> = {};
  for (const [keyword, value] of schemas.flatMap((schema) => Object.entries(schema))) {
    if (keyword in merged && merged[keyword] !== value) throw new Error(`${name}: two rules say ${keyword}.`);
    merged[keyword] = value;
  }
  const { type, ...rest } = storable(merged as JsonSchema);
  return type === undefined ? rest : { type, ...rest };
}

/** No text may hold U+0000 or half a character. Where a pattern or words stand, they say so already. */
function storable(schema: JsonSchema): JsonSchema {
  const isFree = schema.type === 'string' && schema.pattern === undefined && schema.enum === undefined;
  return isFree ? { ...schema, pattern: '^[^\\u0000\\ud800-\\udfff]*$' } : schema;
}

/** What may be left out may also be null. */
function orNull(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
  };
}
