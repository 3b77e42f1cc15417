import type { AccountCharge } from './records/read.js';

export interface DuplicateCharge {
  /** The later one: the one to give back. */
  readonly charge: AccountCharge;
  /** The first one like it, which stays. */
  readonly of: AccountCharge;
}

/**
 * Charges of one account that were made twice: the same amount for the same description in the same month (UTC),
 * under another id. The first stays, every later one is a duplicate of it. Nothing that a customer says is looked at.
 */
export function findDuplicates(charges: readonly AccountCharge[]): readonly DuplicateCharge[] {
  const firsts = new Map<string, AccountCharge>();
  const seen = new Set<string>();
  const found: DuplicateCharge[] = [];
  for (const charge of [...charges].sort(earlierFirst)) {
    if (seen.has(charge.id)) continue;
    seen.add(charge.id);
    const of = firsts.get(likenessOf(charge));
    if (of === undefined) firsts.set(likenessOf(charge), charge);
    else found.push({ charge, of });
  }
  return found;
}

function likenessOf({ accountId, currency, amountMinor, description, chargedAt }: AccountCharge): string {
  return JSON.stringify([accountId, currency, amountMinor, description, chargedAt.slice(0, 7)]);
}

function earlierFirst(a: AccountCharge, b: AccountCharge): number {
  const byTime = Date.parse(a.chargedAt) - Date.parse(b.chargedAt);
  return byTime === 0 ? (a.id < b.id ? -1 : 1) : byTime;
}
