import type { ComparedCounts, ComparedTotal, ComparedWindow, Instant } from '@countersign/domain';
import { stands, type Unit, type Verdict } from './judge.js';

/** `elsewhere`: the target holds the effect outside of this window; it is compared where it lies. */
export type Judged = Verdict | { readonly verdict: 'elsewhere' | 'undecided' };

/** Counts and sums of a window. A unit counts where its first effect lies, or its call where there is none. */
export class Tally {
  #counts = { effects: 0, agreed: 0, inFlight: 0, underReview: 0, differences: 0 };
  readonly #totals = new Map<string, { targetMinor: number; oursMinor: number }>();

  add(unit: Unit, { verdict }: Judged): void {
    this.#counts.effects += unit.effects.filter(stands).length;
    switch (verdict) {
      case 'in_flight':
      case 'undecided':
        this.#counts.inFlight += 1;
        return;
      case 'under_review':
        this.#counts.underReview += 1;
        return;
      case 'elsewhere':
        this.#counts.agreed += 1;
        return;
      case 'agreed':
      case 'differs':
        this.#sum(unit);
        this.#counts[verdict === 'agreed' ? 'agreed' : 'differences'] += 1;
    }
  }

  /** Records that nobody can read: each is a difference, and none of them an effect that is known to stand. */
  addUnreadable(records: number): void {
    this.#counts.differences += records;
  }

  /** What nothing can be said of yet. */
  addUndecided(units: number): void {
    this.#counts.inFlight += units;
  }

  addAll(other: Tally): void {
    const { effects, agreed, inFlight, underReview, differences } = other.#counts;
    this.#counts.effects += effects;
    this.#counts.agreed += agreed;
    this.#counts.inFlight += inFlight;
    this.#counts.underReview += underReview;
    this.#counts.differences += differences;
    for (const { currency, targetMinor, oursMinor } of other.totals()) {
      this.#of(currency).targetMinor += targetMinor;
      this.#of(currency).oursMinor += oursMinor;
    }
  }

  counts(left: Required<Pick<ComparedCounts, 'notRecorded' | 'settled'>>): ComparedCounts {
    return { ...this.#counts, ...left };
  }

  totals(): readonly ComparedTotal[] {
    return [...this.#totals]
      .map(([currency, sums]) => ({ currency, ...sums }))
      .sort((a, b) => (a.currency < b.currency ? -1 : 1));
  }

  #sum({ effects, claim }: Unit): void {
    for (const { amountMinor, currency } of effects.filter(stands)) {
      if (amountMinor !== undefined && currency !== undefined) {
        this.#of(currency).targetMinor += amountMinor;
      }
    }
    if (claim?.standing !== 'done' || claim.amountMinor === undefined || claim.currency === undefined) return;
    // A second effect far from the first is a unit of its own; our side is summed with the first.
    const isOwn = effects.length === 0 || effects.some(({ reference }) => reference === claim.reference);
    if (isOwn) this.#of(claim.currency).oursMinor += claim.amountMinor;
  }

  #of(currency: string) {
    const known = this.#totals.get(currency) ?? { targetMinor: 0, oursMinor: 0 };
    this.#totals.set(currency, known);
    return known;
  }
}

/** Whether the instant is part of the window. */
export const isIn = (at: Instant, { from, to }: ComparedWindow): boolean =>
  Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(to);

/** When the unit came to be, as far as this window is concerned; undefined when it lies in another. */
export function anchorIn({ effects, claim }: Unit, window: ComparedWindow): Instant | undefined {
  if (effects.length === 0) {
    return claim !== undefined && claim.sentAt !== 'never' && isIn(claim.sentAt, window)
      ? claim.sentAt
      : undefined;
  }
  return oldest(effects.map(({ createdAt }) => createdAt).filter((at) => isIn(at, window)));
}

/** Whether the unit is counted in this window: two windows that both see it never both count it. */
export function countsIn(unit: Unit, window: ComparedWindow): boolean {
  const first = oldest(unit.effects.map(({ createdAt }) => createdAt));
  return first === undefined ? anchorIn(unit, window) !== undefined : isIn(first, window);
}

const oldest = (instants: readonly Instant[]): Instant | undefined =>
  [...instants].sort((a, b) => Date.parse(a) - Date.parse(b))[0];
