import type { AsyncApiDocument } from '../publication/asyncapi-document.js';
import { breakingChanges, sentenceOf } from '../publication/breaking-changes.js';
import { contractDocument } from '../publication/document.js';
import type { JsonSchema } from '../publication/json-schema.js';

type Inner = 'properties' | 'required' | 'items' | 'oneOf';
/** A schema that a test may change; what is not there is a fault of the test. */
export type Draft = { -readonly [Key in Exclude<keyof JsonSchema, Inner>]: JsonSchema[Key] } & {
  properties: Record<string, Draft>;
  required: string[];
  items: Draft;
  oneOf: Draft[];
};
export interface DraftDocument {
  channels: Record<string, { address: string; messages: Record<string, unknown> }>;
  components: { messages: Record<string, { name: string }>; schemas: Record<string, Draft> };
}

/** What breaks when the contracts of this release are changed so, as lines. */
export function brokenBy(change: (now: DraftDocument) => void): readonly string[] {
  const released = contractDocument('0.1.0', {});
  const now = structuredClone(released) as unknown as DraftDocument;
  change(now);
  return breakingChanges(released, now as unknown as AsyncApiDocument).map(sentenceOf);
}

/** The same after a change of one schema. */
export const brokenIn = (name: string, change: (schema: Draft) => void): readonly string[] =>
  brokenBy(({ components }) => change(there(components.schemas[name], name)));

/** The field at a path; `[]` is what a list holds. */
export const field = (schema: Draft, path: string): Draft =>
  path.split('.').reduce((at, key) => (key === '[]' ? at.items : there(at.properties[key], key)), schema);

export function there<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`${name} is not there`);
  return value;
}

export const text = { type: 'string' } as Draft;
