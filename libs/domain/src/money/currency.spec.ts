import { describe, expect, it } from '@jest/globals';
import currencyCodes from 'currency-codes';
import { currencies, exponentOf } from './currency.js';

/** In the maintained list, and not money one can pay in: metals, units of accounts, tests, what was withdrawn. */
const notMoney: Readonly<Record<string, string>> = {
  XAG: 'silver, by the ounce',
  XAU: 'gold, by the ounce',
  XPD: 'palladium, by the ounce',
  XPT: 'platinum, by the ounce',
  XBA: 'a unit of the bond market',
  XBB: 'a unit of the bond market',
  XBC: 'a unit of the bond market',
  XBD: 'a unit of the bond market',
  XDR: 'special drawing rights',
  XSU: 'a unit between central banks',
  XUA: 'a unit between development banks',
  XTS: 'reserved for tests',
  XXX: 'no currency',
  CUC: 'withdrawn in 2021',
};

describe('ISO 4217', () => {
  const known = currencyCodes.data.filter(({ code }) => exponentOf(code) !== undefined);
  it.each(known.map(({ code, digits }) => [code, digits]))('%s has %d decimals', (code, digits) => {
    expect(exponentOf(String(code))).toBe(digits);
  });
  it('knows every code of the list that is money, and none of those that are not', () => {
    const unknown = currencyCodes.data
      .map(({ code }) => code)
      .filter((code) => exponentOf(code) === undefined);
    expect(unknown.filter((code) => notMoney[code] === undefined)).toEqual([]);
    expect(Object.keys(notMoney).filter((code) => exponentOf(code) !== undefined)).toEqual([]);
  });
  it('knows no code that the list does not', () => {
    const listed = new Set(currencyCodes.data.map(({ code }) => code));
    expect(currencies().filter((code) => !listed.has(code))).toEqual([]);
  });
  it('holds no code twice', () => {
    expect(new Set(currencies()).size).toBe(currencies().length);
  });
  it('differs from the defaults of runtimes where the standard does', () => {
    expect([exponentOf('HUF'), exponentOf('IDR'), exponentOf('IQD')]).toEqual([2, 2, 3]);
  });
});
