import { describe, expect, it } from '@jest/globals';
import { clockInWords, factInWords, instantInWords, spaced, valueInWords } from './value-in-words.js';

describe('a stored value in words', () => {
  it('loses the notation of codes; versions and references keep theirs', () => {
    expect(spaced('outcome_still_unknown')).toBe('outcome still unknown');
    expect(spaced('refund.create')).toBe('refund create');
    expect(spaced('deliveredAt')).toBe('delivered at');
    expect(spaced('2026-11-29.1')).toBe('2026-11-29.1');
  });

  it('names the zone of an instant, and never takes another offset for UTC', () => {
    expect(instantInWords('2026-11-29T09:41:52.123456Z')).toBe('2026-11-29 09:41:52 UTC');
    expect(instantInWords('2026-11-29T09:41:52+01:00')).toBe('2026-11-29 09:41:52 +01:00');
    expect(clockInWords('2026-11-29T09:41:52Z')).toBe('09:41:52 UTC');
    for (const text of ['never', '2026-11-29T09:41:52', '2026-11-29T09:41:52Z or later']) {
      expect([instantInWords(text), clockInWords(text)]).toEqual([text, text]);
    }
  });

  it('is money with the decimals of its currency, where both name and currency say so', () => {
    expect(factInWords('totalMinor', 7900, 'EUR')).toEqual({ label: 'total', shown: '79.00 EUR' });
    expect(factInWords('totalMinor', 9899, 'JPY')).toEqual({ label: 'total', shown: '9,899 JPY' });
    expect(factInWords('totalMinor', 35200, 'BHD')).toEqual({ label: 'total', shown: '35.200 BHD' });
    expect(factInWords('totalMinor', 7900)).toEqual({ label: 'total minor', shown: '7900' });
    expect(factInWords('totalMinor', 7900, 'points')).toEqual({ label: 'total minor', shown: '7900' });
    expect(factInWords('totalMinor', 79.5, 'EUR').shown).toBe('79.5');
    expect(factInWords('outageMinutes', 90, 'EUR')).toEqual({ label: 'outage minutes', shown: '90' });
  });

  it('takes the currency of the record that an amount stands in before the one of the action', () => {
    const charge = { id: 'ch_1', amountMinor: 9899, currency: 'JPY', chargedAt: '2026-11-02T08:00:00Z' };
    const words = 'id ch_1, amount 9,899 JPY, currency JPY, charged at 2026-11-02 08:00:00 UTC';
    expect(valueInWords(charge, 'EUR')).toBe(words);
  });

  it('puts records, lists and what is empty on one line', () => {
    const lines = [{ title: 'Headphones', quantity: 1, unitPriceMinor: 4200 }, { title: 'Case' }];
    expect(valueInWords(lines, 'EUR')).toBe('title Headphones, quantity 1, unit price 42.00 EUR; title Case');
    expect(valueInWords({ lines, why: 'late' }, 'EUR')).toMatch(/^lines \(.*; title Case\), why late$/);
    expect(valueInWords({ open: true, until: null, of: [], by: {} })).toBe(
      'open yes, until none, of (none), by (none)',
    );
    expect(valueInWords([[1, 2], 'x'])).toBe('(1; 2); x');
  });

  it('does not let a text inside a record pass for another field of it', () => {
    const title = 'Case, unit price 1.00 EUR';
    const words = 'title "Case, unit price 1.00 EUR", unit price 42.00 EUR';
    expect(valueInWords([{ title, unitPriceMinor: 4200 }], 'EUR')).toBe(words);
    expect(valueInWords({ a: 'x) b', c: '' })).toBe('a "x) b", c ""');
    expect(valueInWords(title)).toBe(title);
  });
});
