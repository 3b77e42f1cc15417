import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { authors } from '../authors.js';
import { readCloudEvent } from '../envelope/cloud-event.js';
import { eventHeaderShapes, readEventMessage } from '../envelope/event-message.js';
import { topics } from '../topics.js';
import { nameInRef } from './asyncapi-document.js';
import { contractDocument } from './document.js';

const document = contractDocument('0.1.0', {});
const { channels, operations, components } = document;
const messages = Object.entries(components.messages);
const events = messages.filter(([name]) => Object.hasOwn(authors, name));

/** The official schema of AsyncAPI 3.0.0, with everything it refers to inside it, also draft 7 itself. */
function asyncApiSchema(): object {
  const schema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as Record<
    string,
    object
  >;
  const { $id: _id, $schema: _schema, ...rest } = schema;
  return rest;
}

describe('the document', () => {
  const isAsyncApi = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
  }).compile(asyncApiSchema());
  it('is AsyncAPI 3.0', () => {
    isAsyncApi(document);
    expect(isAsyncApi.errors ?? []).toEqual([]);
  });
  it('would not be with an operation that does something else', () => {
    const [name] = Object.keys(operations);
    const wrong = { ...operations[name ?? ''], action: 'publish' };
    expect(isAsyncApi({ ...document, operations: { [name ?? '']: wrong } })).toBe(false);
  });
  it('refers to nothing that is not in it', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    const at = (path: string) =>
      path.split('/').reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], document);
    expect(refs.filter((path) => at(path) === undefined)).toEqual([]);
    expect(refs.length).toBeGreaterThan(100);
  });
  it('has every topic and every event type, each event on the topic of its stream', () => {
    expect(Object.values(channels).map(({ address }) => address)).toEqual(Object.values(topics));
    expect(events.map(([name]) => name).sort()).toEqual(Object.keys(authors).sort());
    expect(channels['proposals']?.messages['ProposalDrafted']).toBeDefined();
    expect(channels['cases']?.messages['ProposalDrafted']).toBeUndefined();
  });
  it('says of every message on every topic who sends it', () => {
    const sent = Object.values(operations).filter(({ action }) => action === 'send');
    const isSent = (channel: string, message: string) =>
      sent.some(({ messages: refs }) =>
        refs.some(({ $ref }) => $ref === `#/channels/${channel}/messages/${message}`),
      );
    for (const [key, { messages: carried }] of Object.entries(channels)) {
      expect(Object.keys(carried).filter((message) => !isSent(key, message))).toEqual([]);
    }
  });
});

describe('examples', () => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `urn:countersign:${name}`);
  const judge = (schema: object) =>
    ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'urn:countersign:')) as object,
    );
  const withExamples = messages.flatMap(([name, message]) =>
    (message.examples ?? []).map((example) => [name, message, example] as const),
  );

  it.each(withExamples)('%s has headers and content as its schemas say', (_name, message, example) => {
    const [headers, payload] = [judge(message.headers), judge(message.payload)];
    headers(example.headers);
    payload(example.payload);
    expect([headers.errors, payload.errors]).toEqual([null, null]);
    expect(headers({ ...example.headers, ce_specversion: '0.3' })).toBe(false);
  });
  it.each(withExamples)('%s can be read', (name, _message, { headers, payload }) => {
    const value = new TextEncoder().encode(JSON.stringify(payload));
    const isEvent = Object.hasOwn(authors, name);
    const read = isEvent ? readEventMessage(headers, value) : readCloudEvent(headers);
    expect(read).toMatchObject({ outcome: 'read' });
    if (isEvent) expect(read).toMatchObject({ event: { type: name } });
  });
  it('of every event is there', () => {
    expect(events.filter(([, { examples = [] }]) => examples.length === 0)).toEqual([]);
  });
});

describe('headers of events', () => {
  it('are told of with a word each', () => {
    const { properties = {}, required = [] } = components.schemas['EventHeaders'] ?? {};
    const silent = Object.keys(eventHeaderShapes).filter(
      (name) => (properties[name]?.description ?? '') === '',
    );
    expect(silent).toEqual([]);
    expect(Object.keys(eventHeaderShapes).filter((name) => !required.includes(name))).toEqual([]);
  });
  it('refuse an event whose type is another than its message’s', () => {
    const of = components.messages['CaseOpened'];
    expect(of?.headers.allOf?.[1]?.properties?.['ce_type']?.const).toBe('countersign.case-opened');
    expect(nameInRef({ $ref: of?.headers.allOf?.[0]?.$ref ?? '' })).toBe('EventHeaders');
  });
});
