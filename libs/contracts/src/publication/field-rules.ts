import type { JsonSchema } from './json-schema.js';

type Constraints = readonly unknown[];

/** By the name class-validator gives each rule. Lengths count characters, as `maxLength` of JSON Schema does. */
const schemas: Readonly<Record<string, (constraints: Constraints) => JsonSchema>> = {
  isString: () => ({ type: 'string' }),
  isNotEmpty: () => ({ minLength: 1 }),
  maxLength: ([most]) => ({ maxLength: Number(most) }),
  matches: ([pattern]) => ({ type: 'string', pattern: sourceOf(pattern) }),
  // What class-validator takes for a UUID of any version, in either case.
  isUuid: () => ({ type: 'string', pattern: uuid }),
  isInt: () => ({ type: 'integer' }),
  min: ([least]) => ({ minimum: Number(least) }),
  max: ([most]) => ({ maximum: Number(most) }),
  isBoolean: () => ({ type: 'boolean' }),
  isIn: ([words]) => ({ type: 'string', enum: wordsOf(words) }),
  isObject: () => ({ type: 'object' }),
  isArray: () => ({ type: 'array' }),
  arrayMaxSize: ([most]) => ({ maxItems: Number(most) }),
  // Ours, of `Json`: any value, and it must be there.
  isThere: () => ({}),
};

const uuid =
  '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|0{8}-0{4}-0{4}-0{4}-0{12}|[fF]{8}-[fF]{4}-[fF]{4}-[fF]{4}-[fF]{12})$';

/** What one rule says of a value, as keywords. */
export function ruleSchema(name: string, constraints: Constraints): JsonSchema {
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (schema === undefined)
    throw new Error(`No JSON Schema is known for the rule ${name || 'without a name'}.`);
  return schema(constraints);
}

/** JSON Schema has no flags, so a pattern that needs one cannot be published. */
function sourceOf(pattern: unknown): string {
  if (!(pattern instanceof RegExp) || pattern.flags !== '')
    throw new Error(`${pattern} cannot be published.`);
  return pattern.source;
}

function wordsOf(words: unknown): readonly string[] {
  if (Array.isArray(words) && words.every((word) => typeof word === 'string')) return words;
  throw new Error('Only words can be listed.');
}
