import { describe, expect, it } from '@jest/globals';
import { readCustomerRequest, requestTextMax } from './customer-request.js';
import { messageBytesMax } from './read-message.js';

const good = { requestId: 'r1', conversationId: 'k1', text: 'Please refund order 4821.', token: 'e30.e30.x' };
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (value: unknown) => utf8(JSON.stringify(value));
const codeOf = (value: Uint8Array) => {
  const read = readCustomerRequest(value);
  return read.outcome === 'refused' ? read.code : read.outcome;
};

describe("a customer's message", () => {
  it('is read whole, with or without its version', () => {
    expect(readCustomerRequest(bytes(good))).toMatchObject({ outcome: 'read', request: good });
    expect(codeOf(bytes({ ...good, schemaVersion: 1 }))).toBe('read');
  });
  it.each([
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'not_utf8'],
    ['a surrogate encoded as UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0xbd, 0x22), 'not_utf8'],
    ['nothing', new Uint8Array(), 'not_json'],
    ['half a message', utf8('{"requestId":'), 'not_json'],
    ['a list', bytes([good]), 'not_an_object'],
    ['null', bytes(null), 'not_an_object'],
    ['a word', bytes('refund'), 'not_an_object'],
    ['a later version', bytes({ ...good, schemaVersion: 2 }), 'unknown_version'],
    ['a version that is a word', bytes({ ...good, schemaVersion: '1' }), 'unknown_version'],
    ['a list as text', bytes({ ...good, text: ['refund'] }), 'fields_wrong'],
    ['a field that nobody knows', bytes({ ...good, subject: 'ada' }), 'fields_wrong'],
    ['an empty request id', bytes({ ...good, requestId: '' }), 'fields_wrong'],
    ['more than a message may hold', utf8(' '.repeat(messageBytesMax + 1)), 'too_large'],
  ])('is refused as %s', (_what, value, code) => {
    expect(codeOf(value)).toBe(code);
  });
  it.each(Object.keys(good))('is refused without %s, and the field is named', (field) => {
    const read = readCustomerRequest(bytes({ ...good, [field]: undefined }));
    expect(read).toMatchObject({ code: 'fields_wrong' });
    expect(read.outcome === 'refused' && read.errors.map((error) => error.field)).toContain(field);
  });
  it('is refused when it is too long, and not when it is just as long as it may be', () => {
    expect(codeOf(bytes({ ...good, text: 'x'.repeat(requestTextMax) }))).toBe('read');
    expect(codeOf(bytes({ ...good, text: 'x'.repeat(requestTextMax + 1) }))).toBe('fields_wrong');
  });
  it('names the rule and never the value', () => {
    const read = readCustomerRequest(bytes({ ...good, text: 7, token: ['secret-token'] }));
    expect(JSON.stringify(read)).not.toContain('secret-token');
  });
  it('a key that would change the prototype changes nothing', () => {
    const read = readCustomerRequest(
      utf8(`${JSON.stringify(good).slice(0, -1)},"__proto__":{"admin":true}}`),
    );
    expect(read.outcome === 'read' && 'admin' in read.request).toBe(false);
  });
});

describe('text that no store could keep (C80)', () => {
  const raw = (text: string) => utf8(JSON.stringify(good).replace('Please refund order 4821.', text));
  it.each([
    ['U+0000', 'a\\u0000b', 'text_not_storable'],
    ['a lone high surrogate', '\\ud83d', 'text_not_storable'],
    ['a lone low surrogate', '\\udc4d', 'text_not_storable'],
    ['the six characters that spell U+0000', '\\\\u0000', 'read'],
    ['an emoji', '\\ud83d\\udc4d', 'read'],
    ['a letter and its accent apart', 'e\\u0301', 'read'],
  ])('%s', (_what, text, code) => {
    expect(codeOf(raw(text))).toBe(code);
  });
  it('the six characters stay six characters', () => {
    const read = readCustomerRequest(raw('\\\\u0000'));
    expect(read).toMatchObject({ request: { text: '\\u0000' } });
  });
  it('is refused in keys as well', () => {
    expect(codeOf(bytes({ ...good, 'a\u0000b': 1 }))).toBe('text_not_storable');
  });
  it('a megabyte of emoji is refused and not cut', () => {
    expect(codeOf(bytes({ ...good, text: '👍'.repeat(250_000) }))).toBe('too_large');
  });
  it('as many emoji as fit are kept', () => {
    const text = '👍'.repeat(requestTextMax / 2);
    expect(readCustomerRequest(bytes({ ...good, text }))).toMatchObject({ request: { text } });
  });
});
