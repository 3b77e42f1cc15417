import type { SensitiveField } from '../events/sensitive-fields.js';
import type { JsonSchema } from './json-schema.js';

/** What stands on a topic in place of a sensitive value, as libs/event-store writes it. */
export const sealedValue: JsonSchema = {
  title: 'Sealed',
  description: 'Encrypted with the key of the customer it is about (AES-256-GCM, base64).',
  type: 'object',
  properties: {
    $sealed: {
      type: 'object',
      properties: {
        text: { type: 'boolean' },
        subject: { type: 'string' },
        content: { type: 'string' },
      },
      required: ['text', 'subject', 'content'],
    },
  },
  required: ['$sealed'],
};

/** A schema in which each sensitive value may be sealed instead. */
export function withSealed(schema: JsonSchema, fields: readonly SensitiveField[]): JsonSchema {
  return fields.reduce((sealed, { path }) => sealedAt(sealed, path.split('.')), schema);
}

function sealedAt(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const [name, ...rest] = path;
  if (name === undefined) return hasNoRule(schema) ? schema : { anyOf: [schema, sealedValue] };
  if (name === '*' && schema.items !== undefined) return { ...schema, items: sealedAt(schema.items, rest) };
  const field = schema.properties?.[name];
  if (field !== undefined) {
    return { ...schema, properties: { ...schema.properties, [name]: sealedAt(field, rest) } };
  }
  // An object of whatever content holds a sealed value as well as any other.
  if (isObject(schema) && schema.properties === undefined) return schema;
  throw new Error(`There is no ${name} that could be sensitive.`);
}

const hasNoRule = (schema: JsonSchema): boolean => Object.keys(schema).length === 0;
const isObject = ({ type = [] }: JsonSchema): boolean => [type].flat().includes('object');
