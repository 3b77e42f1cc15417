import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { canonicalJson, hashOfJson, NotCanonical, sha256Hex, textFault } from './canonical-json.js';

const codeOf = (value: unknown) => {
  try {
    return canonicalJson(value);
  } catch (error) {
    return (error as NotCanonical).code;
  }
};

describe('canonical JSON (C54)', () => {
  it('does not depend on the order of keys, at any depth', () => {
    const one = { orderId: '4821', lines: [{ id: 1, amount: 42 }], note: { a: 1, b: 2 } };
    const other = { note: { b: 2, a: 1 }, lines: [{ amount: 42, id: 1 }], orderId: '4821' };
    expect(canonicalJson(one)).toBe(canonicalJson(other));
  });
  it('has one form of a number', () => {
    expect(canonicalJson({ n: 10.0 })).toBe(canonicalJson({ n: 10 }));
    expect(canonicalJson(JSON.parse('[10.0, 1e1, 10, -0]'))).toBe('[10,10,10,0]');
  });
  it('tells a composed accent from a decomposed one', () => {
    const composed = 'caf\u00e9';
    const decomposed = 'cafe\u0301';
    expect(composed.normalize('NFD')).toBe(decomposed);
    expect(hashOfJson({ name: composed })).not.toBe(hashOfJson({ name: decomposed }));
  });
  it('keeps the order of lists', () => {
    expect(canonicalJson([2, 1])).not.toBe(canonicalJson([1, 2]));
  });
  it('sorts keys by UTF-16 units, as RFC 8785 says', () => {
    const keys = {
      '\ufb33': 'Hebrew',
      '\u{1f600}': 'emoji',
      '\u20ac': 'euro',
      '\u00f6': 'o',
      '1': 'one',
      '\r': 'return',
    };
    expect(canonicalJson(keys)).toBe(
      '{"\\r":"return","1":"one","ö":"o","€":"euro","😀":"emoji","\ufb33":"Hebrew"}',
    );
  });
  it('writes the numbers of RFC 8785 as it does', () => {
    expect(
      canonicalJson(JSON.parse('[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]')),
    ).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27]');
  });
  it('a key without a value is a key that is not there', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });
});

describe('text that no store could keep (C80)', () => {
  it.each([
    ['U+0000', 'a\u0000b'],
    ['a lone high surrogate', 'a\ud83d'],
    ['a lone low surrogate', '\udc4db'],
  ])('%s is refused, with the path to it', (_what, text) => {
    expect(codeOf({ text })).toBe('not_canonical');
    expect(textFault({ list: [{ text }] }, '')).toMatchObject({ path: 'list.0.text' });
    expect(textFault({ [text]: 1 }, '')).toBeInstanceOf(NotCanonical);
  });
  it('the six characters that spell it survive', () => {
    const spelled = '\\u0000';
    expect(spelled).toHaveLength(6);
    expect(JSON.parse(canonicalJson({ spelled }))).toEqual({ spelled });
  });
  it('emoji survive, also those of many parts', () => {
    const text = '👍👩‍👩‍👧‍👦🏳️‍🌈'.repeat(1000);
    expect(JSON.parse(canonicalJson({ text }))).toEqual({ text });
  });
});

describe('what JSON would drop or bend', () => {
  it.each([
    ['a number that is not finite', { n: Number.NaN }],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['a bigint', { n: 1n }],
    ['a function', { f: () => 1 }],
    ['a symbol', [Symbol('s')]],
    ['a gap in a list', [1, undefined]],
    ['a map', { m: new Map([[1, 2]]) }],
    ['a date', new Date(0)],
    ['bytes', Uint8Array.of(1)],
    ['nothing', undefined],
  ])('%s is refused', (_what, value) => {
    expect(codeOf(value)).toBe('not_canonical');
  });
});

describe('SHA-256', () => {
  it('is taken over the UTF-8 of the text', () => {
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const bytes = createHash('sha256').update(Buffer.from('"é"', 'utf8')).digest('hex');
    expect(hashOfJson('é' as never)).toBe(bytes);
  });
});

describe('JSON so deep that whoever walks through it runs out of stack', () => {
  const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  it('is refused, and what is less deep is not', () => {
    expect(textFault(nested(100_000), '')?.reason).toBe('is nested more than 128 levels deep');
    expect(codeOf(nested(129))).toBe('not_canonical');
    expect(textFault(nested(128), '')).toBeUndefined();
  });
});
