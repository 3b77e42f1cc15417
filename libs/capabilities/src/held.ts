import { type Money, sumOf } from '@countersign/domain';
import type { Judging } from './judging.js';

/**
 * A sum as a fact for the rules, in minor units of `currency`. Unknown, and so never a yes, where an amount is of
 * another currency or no record names it: no capability adds up by itself.
 */
export function summedMinor(amounts: readonly (Money | undefined)[], currency: string): number | 'unknown' {
  const known = amounts.filter((amount) => amount !== undefined);
  if (known.length < amounts.length) return 'unknown';
  const sum = sumOf(known, currency);
  return sum.outcome === 'summed' ? sum.amountMinor : 'unknown';
}

export interface HeldOf {
  /** The capacity's. */
  readonly key: string;
  readonly currency: string;
  /** Operations that the target's own ledger shows: what they hold is counted there. */
  readonly shown: readonly (string | undefined)[];
}

/** What others hold of an amount and the target's ledger does not show yet, as a fact for the rules. */
export function heldBeside(holds: Judging['holds'], { key, currency, shown }: HeldOf): number | 'unknown' {
  const notShown = (holds.get(key) ?? []).filter(({ proposalId }) => !shown.includes(proposalId));
  return summedMinor(
    notShown.map(({ money }) => money),
    currency,
  );
}

/** Both, where both are known. */
export function plusKnown(one: number | 'unknown', other: number | 'unknown'): number | 'unknown' {
  return one === 'unknown' || other === 'unknown' ? 'unknown' : one + other;
}
