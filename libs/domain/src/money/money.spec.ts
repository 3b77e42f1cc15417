import { describe, expect, it } from '@jest/globals';
import { amountMinorMax, formatMoney, moneyFault, parseMoney } from './money.js';

const read = (text: string, currency: string) => {
  const parsed = parseMoney(text, currency);
  return parsed.outcome === 'parsed' ? parsed.money.amountMinor : parsed.code;
};

describe('yen have no minor unit (C16)', () => {
  it.each([
    ['9899', 9899],
    ['5800', 5800],
    ['98.99', 'amount_too_precise'],
    ['9899.0', 'amount_too_precise'],
  ])('JPY %s', (text, amount) => {
    expect(read(text, 'JPY')).toBe(amount);
  });
  it('are written without a fraction', () => {
    expect(formatMoney({ amountMinor: 9899, currency: 'JPY' })).toBe('9,899 JPY');
  });
});

describe('dinars have three decimals (C17)', () => {
  it.each([
    ['35.200', 'BHD', 35200],
    ['35.2', 'BHD', 35200],
    ['1.2345', 'BHD', 'amount_too_precise'],
    ['0.001', 'KWD', 1],
    ['0.999', 'KWD', 999],
  ])('%s %s', (text, currency, amount) => {
    expect(read(text, currency)).toBe(amount);
  });
  it('are written with all three', () => {
    expect(formatMoney({ amountMinor: 35200, currency: 'BHD' })).toBe('35.200 BHD');
  });
});

describe('an amount that is read', () => {
  it.each([
    ['0', 'EUR', 'amount_not_positive'],
    ['0.00', 'EUR', 'amount_not_positive'],
    ['-1.00', 'EUR', 'amount_malformed'],
    ['1,200.00', 'USD', 'amount_malformed'],
    ['12e2', 'USD', 'amount_malformed'],
    ['٧٩', 'EUR', 'amount_malformed'],
    [' 79.00', 'EUR', 'amount_malformed'],
    ['79.', 'EUR', 'amount_malformed'],
    ['.79', 'EUR', 'amount_malformed'],
    ['', 'EUR', 'amount_malformed'],
    ['79.001', 'EUR', 'amount_too_precise'],
    ['22517998136852.49', 'EUR', 'amount_too_large'],
    ['999999999999999.9999', 'CLF', 'amount_too_large'],
    ['22517998136852.48', 'EUR', amountMinorMax],
    [String(amountMinorMax), 'JPY', amountMinorMax],
    ['99999999999999999', 'JPY', 'amount_malformed'],
    ['79.00', 'EURO', 'currency_unknown'],
    ['79.00', 'eur', 'currency_unknown'],
    ['79.00', 'toString', 'currency_unknown'],
  ])('"%s" %s', (text, currency, answer) => {
    expect(read(text, currency)).toBe(answer);
  });
});

describe('money that can be moved, in order of precedence', () => {
  it.each([
    [{ amountMinor: Number.NaN, currency: 'XXX' }, 'currency_unknown'],
    [{ amountMinor: 79.5, currency: 'EUR' }, 'amount_malformed'],
    [{ amountMinor: Number.NaN, currency: 'EUR' }, 'amount_malformed'],
    [{ amountMinor: Number.POSITIVE_INFINITY, currency: 'EUR' }, 'amount_malformed'],
    [{ amountMinor: -1, currency: 'EUR' }, 'amount_not_positive'],
    [{ amountMinor: 0, currency: 'EUR' }, 'amount_not_positive'],
    [{ amountMinor: amountMinorMax + 1, currency: 'EUR' }, 'amount_too_large'],
    [{ amountMinor: amountMinorMax, currency: 'EUR' }, undefined],
    [{ amountMinor: 1, currency: 'JPY' }, undefined],
  ])('%o', (money, code) => {
    expect(moneyFault(money)?.code).toBe(code);
  });
});

describe('money that is written', () => {
  it.each([
    [120000, 'USD', '1,200.00 USD'],
    [5, 'EUR', '0.05 EUR'],
    [-7900, 'EUR', '-79.00 EUR'],
    [100, 'CLF', '0.0100 CLF'],
    [123456789, 'EUR', '1,234,567.89 EUR'],
  ])('%d %s', (amountMinor, currency, text) => {
    expect(formatMoney({ amountMinor, currency })).toBe(text);
  });
});
