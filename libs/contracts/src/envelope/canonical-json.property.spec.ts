import type { JsonObject } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, hashOfJson } from './canonical-json.js';

const anyText = fc.string({ unit: 'grapheme' });
const anyJson = fc.jsonValue({ stringUnit: 'grapheme' });
const anyRecord = fc.dictionary(anyText, anyJson);

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
}

describe('canonical JSON', () => {
  it('parses back to the same content', () => {
    fc.assert(
      fc.property(anyRecord, (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
  it('is its own canonical form', () => {
    fc.assert(
      fc.property(anyRecord, (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'));
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
  it('has one hash, in whatever order the keys were written', () => {
    fc.assert(
      fc.property(anyRecord, (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'));
        expect(hashOfJson(shuffled(value) as JsonObject)).toBe(hashOfJson(value as JsonObject));
      }),
    );
  });
  it('refuses any text with U+0000 or a lone surrogate, and no other', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((u) => String.fromCharCode(u)) }),
        (text) => {
          const storable = text.isWellFormed() && !text.includes('\u0000');
          let refused = false;
          try {
            canonicalJson({ text });
          } catch {
            refused = true;
          }
          expect(refused).toBe(!storable);
        },
      ),
    );
  });
});
