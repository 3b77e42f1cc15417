import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { currencies, exponentOf } from './currency.js';
import { amountMinorMax, formatMoney, moneyFault, parseMoney } from './money.js';

const anyMoney = fc.record({
  amountMinor: fc.integer({ min: 1, max: amountMinorMax }),
  currency: fc.constantFrom(...currencies()),
});

describe('money', () => {
  it('reads back what it writes, in every currency', () => {
    fc.assert(
      fc.property(anyMoney, (money) => {
        const [text = '', currency = ''] = formatMoney(money).replaceAll(',', '').split(' ');
        const parsed = parseMoney(text, currency);
        return parsed.outcome === 'parsed' && parsed.money.amountMinor === money.amountMinor;
      }),
    );
  });
  it('moves digits and never multiplies: any written amount is its digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
        const parsed = parseMoney(`${whole}.${String(cents).padStart(2, '0')}`, 'EUR');
        const expected = BigInt(whole) * 100n + BigInt(cents);
        return expected === 0n
          ? parsed.outcome === 'refused'
          : parsed.outcome === 'parsed' && BigInt(parsed.money.amountMinor) === expected;
      }),
    );
  });
  it('refuses every decimal too many', () => {
    fc.assert(
      fc.property(anyMoney, (money) => {
        const exponent = exponentOf(money.currency) ?? 0;
        const parsed = parseMoney(`1.${'0'.repeat(exponent + 1)}`, money.currency);
        return parsed.outcome === 'refused' && parsed.code === 'amount_too_precise';
      }),
    );
  });
  it('never throws, whatever text it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, currency) => {
        const parsed = parseMoney(text, currency);
        return parsed.outcome === 'refused' || moneyFault(parsed.money) === undefined;
      }),
    );
  });
});
