import { describe, expect, test } from '@jest/globals';
import { clock, count, held, named, shortIds } from './phrases.js';

describe('stored values in words', () => {
  test('are the same as on an approval card', () => {
    expect(clock('2026-11-29T09:41:52.123456Z')).toBe('09:41:52 UTC');
    expect(held('2026-11-29T09:41:52.000Z')).toBe('2026-11-29 09:41:52 UTC');
    expect(named('totalMinor', 7900, { currency: 'EUR' })).toBe('total: 79.00 EUR');
    expect(named('totalMinor', 7900)).toBe('total minor: 7900');
  });

  test('objects, lists, ids and long values fit a line', () => {
    const lines = [{ lineId: '1', title: 'Headphones', unitPriceMinor: 4200 }];
    expect(held(lines, { currency: 'EUR' })).toBe('line id 1, title Headphones, unit price 42.00 EUR');
    expect(held({ open: true, until: null })).toBe('open yes, until none');
    expect(shortIds('message/5b5a5d27-af0f-53e1-8599-868779fe73f6')).toBe('message/5b5a5d27');
    expect(held('x'.repeat(300))).toHaveLength(100);
  });

  test('numbers agree with their nouns', () => {
    expect([count(1, 'turn'), count(2, 'turn')]).toEqual(['1 turn', '2 turns']);
  });
});
