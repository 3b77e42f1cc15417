import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Deed, deeds, OneWish } from '../testing/one-wish.js';

/** What was captured, and what takes the place of 79.00: both fit, only one fits, or just so. */
const charges = fc.constantFrom([20_000, 4200], [10_000, 4200], [12_100, 4200], [7900, 7900]);
/** The way to a call, with whatever else comes between its steps. */
const onward: readonly Deed[] = ['judge', 'ask', 'consent', 'send'];
const anyDeed = fc.constantFrom(...deeds, ...onward);
const anyCourse = fc.array(anyDeed, { minLength: 20, maxLength: 80, size: 'max' });

function lived([capturedMinor = 0, amountMinor = 0]: readonly number[], course: readonly Deed[]): OneWish {
  const wish = new OneWish(capturedMinor, amountMinor);
  for (const deed of course) wish.do(deed);
  return wish;
}

describe('a refund and the one that took its place, whenever the effect of the first shows up', () => {
  it('executed ≤ approved ≤ captured over both: nothing is sent beside an effect that is known to stand, but by a permission that knows of it, within what is left', () => {
    fc.assert(
      fc.property(charges, anyCourse, (charge, course) => {
        expect(lived(charge, course).objections).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('the courses drawn send, hold back, deny and send beside often enough to mean something', () => {
    const all = fc
      .sample(fc.tuple(charges, anyCourse), { numRuns: 400, seed: 14 })
      .map(([charge, course]) => lived(charge, course).seen);
    const times = (what: 'sent' | 'voided' | 'denied' | 'sentBeside') =>
      all.reduce((sum, seen) => sum + seen[what], 0);
    for (const what of ['sent', 'voided', 'denied', 'sentBeside'] as const)
      expect(times(what)).toBeGreaterThan(3);
  });
});
