import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amountMinorMax } from './money.js';
import { sumOf } from './sum.js';

const eur = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });

describe('a sum of money', () => {
  it('is that of its amounts in minor units, and nothing of none', () => {
    expect(sumOf([eur(7_900), eur(1), eur(0)], 'EUR')).toEqual({ outcome: 'summed', amountMinor: 7_901 });
    expect(sumOf([], 'JPY')).toEqual({ outcome: 'summed', amountMinor: 0 });
  });
  it('is refused over two currencies, wherever the other one stands and whichever is asked for', () => {
    const yen = { amountMinor: 1, currency: 'JPY' };
    for (const amounts of [[yen, eur(1)], [eur(1), yen], [yen]])
      expect(sumOf(amounts, 'EUR')).toMatchObject({ outcome: 'refused', code: 'currency_differs' });
    expect(sumOf([eur(1), yen], 'JPY')).toMatchObject({ code: 'currency_differs' });
  });
  it('does not take a code in other letters for the same currency', () => {
    expect(sumOf([eur(1)], 'eur')).toMatchObject({ code: 'currency_differs' });
  });
  it('is refused where it is no exact integer any more', () => {
    const four = [amountMinorMax, amountMinorMax, amountMinorMax, amountMinorMax].map(eur);
    expect(sumOf(four, 'EUR')).toMatchObject({ outcome: 'refused', code: 'amount_too_large' });
  });
  it('does not depend on the order, and is exact', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 2 ** 40 }).map(eur), { maxLength: 50 });
    fc.assert(
      fc.property(amounts, (some) => {
        const exact = some.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n);
        const summed = [sumOf(some, 'EUR'), sumOf([...some].reverse(), 'EUR')];
        return summed.every((one) => one.outcome === 'summed' && BigInt(one.amountMinor) === exact);
      }),
    );
  });
});
