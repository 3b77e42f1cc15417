import { type Refused, refused } from '../decision.js';
import type { Money } from './money.js';

export type Summed =
  | { readonly outcome: 'summed'; readonly amountMinor: number }
  | Refused<'currency_differs' | 'amount_too_large'>;

/**
 * Adds up amounts of one currency, in its minor units; of no amounts, nothing. An amount of another currency is
 * refused and never added: a hundred euros and a hundred yen are two hundred of nothing. So is a sum that is no exact
 * integer any more.
 */
export function sumOf(amounts: readonly Money[], currency: string): Summed {
  const other = amounts.find((amount) => amount.currency !== currency);
  if (other !== undefined)
    return refused('currency_differs', `An amount in ${other.currency} is no part of a sum in ${currency}.`);
  const amountMinor = amounts.reduce((sum, amount) => sum + amount.amountMinor, 0);
  return Number.isSafeInteger(amountMinor)
    ? { outcome: 'summed', amountMinor }
    : refused('amount_too_large', `The sum in ${currency} is no exact number of minor units.`);
}
