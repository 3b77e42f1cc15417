import { type Decision, refused } from '../decision.js';
import { exponentOf } from './currency.js';

/** Integer minor units and an ISO 4217 code. 7900 EUR is seventy-nine euros; 9899 JPY is 9,899 yen. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

export type MoneyRefusal =
  | 'currency_unknown'
  | 'amount_malformed'
  | 'amount_too_precise'
  | 'amount_not_positive'
  | 'amount_too_large';

/** The largest amount we handle: every sum of two still is an exact integer. */
export const amountMinorMax = 2 ** 51;

type Parsed =
  | { readonly outcome: 'parsed'; readonly money: Money }
  | Extract<Decision<never, MoneyRefusal>, { outcome: 'refused' }>;

/**
 * Reads an amount in major units, written with a point and without grouping: `parseMoney('35.200', 'BHD')`
 * is 35200 minor units. Digits are moved, never multiplied, so that 145.05 stays 14505.
 */
export function parseMoney(text: string, currency: string): Parsed {
  const exponent = exponentOf(currency);
  if (exponent === undefined) return refused('currency_unknown', `${currency} is not an ISO 4217 currency.`);
  const match = /^(\d{1,16})(?:\.(\d+))?$/.exec(text);
  if (match === null) return refused('amount_malformed', `"${text}" is not an amount such as 79.00.`);
  const fraction = match[2] ?? '';
  if (fraction.length > exponent) {
    return refused(
      'amount_too_precise',
      `${currency} has ${exponent} decimals; "${text}" has ${fraction.length}.`,
    );
  }
  const amountMinor = Number(`${match[1]}${fraction.padEnd(exponent, '0')}`);
  const fault = moneyFault({ amountMinor, currency });
  return fault ?? { outcome: 'parsed', money: { amountMinor, currency } };
}

/** Why this is not money that can be moved, or undefined if it is. Precedence: currency, integer, sign, size. */
export function moneyFault(money: Money): Extract<Parsed, { outcome: 'refused' }> | undefined {
  if (exponentOf(money.currency) === undefined) {
    return refused('currency_unknown', `${money.currency} is not an ISO 4217 currency.`);
  }
  if (!Number.isInteger(money.amountMinor)) {
    return refused(
      'amount_malformed',
      `amountMinor must be a whole number of minor units, not ${money.amountMinor}.`,
    );
  }
  if (money.amountMinor <= 0)
    return refused('amount_not_positive', `amountMinor must be above zero, not ${money.amountMinor}.`);
  if (money.amountMinor > amountMinorMax) {
    return refused('amount_too_large', `amountMinor must be at most ${amountMinorMax}.`);
  }
  return undefined;
}

/** `1,200.00 USD`, `9,899 JPY`, `35.200 BHD`: the number, then the code, never a lone symbol. */
export function formatMoney(money: Money): string {
  const exponent = exponentOf(money.currency) ?? 0;
  const sign = money.amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(money.amountMinor)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${sign}${whole}${fraction} ${money.currency}`;
}
