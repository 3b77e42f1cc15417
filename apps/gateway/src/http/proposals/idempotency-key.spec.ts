import { describe, expect, test } from '@jest/globals';
import { idempotencyKeyOf } from './idempotency-key.js';

describe('an Idempotency-Key', () => {
  test.each(['a', 'order 4821 / try 1', '~'.repeat(255)])('may be "%s"', (key) => {
    expect(idempotencyKeyOf(key)).toBe(key);
  });

  test.each([
    [undefined, 'idempotency_key_missing'],
    ['', 'idempotency_key_missing'],
    ['x'.repeat(256), 'idempotency_key_invalid'],
    ['caf\u00e9', 'idempotency_key_invalid'],
    ['a\u0000b', 'idempotency_key_invalid'],
    ['\ud83d', 'idempotency_key_invalid'],
    [['a', 'b'], 'idempotency_key_invalid'],
  ])('may not be %j', (given, code) => {
    expect(() => idempotencyKeyOf(given)).toThrow(expect.objectContaining({ code }));
  });
});
