import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type EventContract, eventContracts } from '../events/event-contracts.js';
import { Whole } from '../events/fields.js';
import { readApprovalDecision } from '../ingress/approval-decision.js';
import { readCustomerRequest } from '../ingress/customer-request.js';
import { withOtherTypes, withoutFields } from '../testing/broken-variants.js';
import { eventSchemas, ingressSchemas } from './contract-schemas.js';
import { eventSamples, ingressSamples } from './samples.js';

// Strict: a keyword that JSON Schema 2020-12 does not know is an error, not a comment.
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
const events = eventSchemas({});
const ingress = ingressSchemas();
const judge = (schema: object | undefined) => ajv.compile(schema ?? false);
const nameOf = (file: string) => file.replace(/\.json$/, '');

describe.each(eventSamples)('the schema of %s', (file, { data }) => {
  const accepts = judge(events[nameOf(file)]);
  it('accepts the sample, also with more than this release knows', () => {
    expect([accepts(data), accepts.errors]).toEqual([true, null]);
    expect(accepts({ ...data, addedLater: { x: 1 } })).toBe(true);
  });
  it('refuses every broken variant', () => {
    const variants = [...withoutFields(data), ...withOtherTypes(data)];
    const accepted = variants.filter((variant) => accepts(variant.data));
    expect(accepted.map(({ field, what }) => `${field}: ${what}`)).toEqual([]);
    expect(variants.length).toBeGreaterThan(2);
  });
});

describe.each(ingressSamples)('the schema of %s', (file, message) => {
  const accepts = judge(ingress[nameOf(file)]);
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const read = file.startsWith('Customer') ? readCustomerRequest : readApprovalDecision;
  it('accepts the sample, as its reader does', () => {
    expect([accepts(message), read(bytes(message)).outcome]).toEqual([true, 'read']);
    expect(accepts({ ...message, schemaVersion: 1 })).toBe(true);
  });
  it('refuses every broken variant, as its reader does', () => {
    const variants = [...withoutFields(message), ...withOtherTypes(message)];
    const isRead = (data: unknown) => accepts(data) || read(bytes(data)).outcome === 'read';
    expect(variants.filter(({ data }) => isRead(data))).toEqual([]);
  });
  it('refuses a field that nobody knows, another version and half a character', () => {
    const wrong = [{ subject: 'ada' }, { schemaVersion: 2 }, { token: '\ud800' }];
    for (const more of wrong) expect([more, accepts({ ...message, ...more })]).toEqual([more, false]);
  });
});

describe('a sensitive value', () => {
  const sealed = { $sealed: { text: true, subject: 'ada', content: 'c2VhbGVk' } };
  const message = eventSamples.find(([file]) => file === 'CustomerMessageReceived.v1.json')?.[1].data;
  const accepts = judge(events['CustomerMessageReceived.v1']);
  it('may be sealed, as it is on a topic', () => {
    expect(accepts({ ...message, text: sealed })).toBe(true);
  });
  it('may not be any other object, and other values may not be sealed', () => {
    expect(accepts({ ...message, text: { sealed: true } })).toBe(false);
    expect(accepts({ ...message, from: sealed })).toBe(false);
  });
});

describe('versions before the current', () => {
  class Counted {
    @Whole() count!: number;
  }
  const counted: EventContract = { category: 'case', current: 2, class: Counted, upcasters: {} };
  it('have the schema that was released', () => {
    const v1 = { type: 'object' };
    const schemas = eventSchemas({ 'Counted.v1': v1 }, { Counted: counted });
    expect(schemas['Counted.v1']).toBe(v1);
    expect(schemas['Counted.v2']).toMatchObject({ required: ['count'] });
  });
  it('are refused when nothing was released', () => {
    expect(() => eventSchemas({}, { Counted: counted })).toThrow('Counted.v1');
  });
  it('do not hide a type that has only one', () => {
    expect(Object.keys(events)).toHaveLength(Object.keys(eventContracts).length);
  });
});
