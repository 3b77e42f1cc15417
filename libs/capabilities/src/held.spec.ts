import { describe, expect, it } from '@jest/globals';
import { claimsOn, holdsBeside } from './claims.js';
import { heldBeside, summedMinor } from './held.js';
import type { HeldClaim } from './judging.js';

const eur = (amountMinor: number) => ({ amountMinor, currency: 'EUR' });
const key = 'refund:charge:ch_1';

/** What is held beside `proposal-own`, by the claims that the store gives. */
async function held(claims: readonly Partial<HeldClaim>[], shown: readonly string[] = []) {
  const stored = claims.map((claim, at) => ({
    ...{ key: `${key}#${at + 1}`, stream: `proposal-p${at + 1}`, released: false },
    ...claim,
  }));
  const capacity = { key, take: 'amount', money: eur(1) } as const;
  const holds = holdsBeside(await claimsOn([capacity], async () => stored), 'own');
  return heldBeside(holds, { key, currency: 'EUR', shown });
}

describe('what others hold of an amount', () => {
  it('is the sum of their claims, less its own, those given back and those that the ledger shows', async () => {
    expect(await held([eur(6_000), eur(1_500)])).toBe(7_500);
    const notOthers = [{ stream: 'proposal-own' }, { released: true }, {}].map((one) => ({
      ...eur(500),
      ...one,
    }));
    expect(await held(notOthers)).toBe(500);
    expect(await held(notOthers, ['p3'])).toBe(0);
  });

  it('is unknown, and no smaller number, where one of them is in another currency', async () => {
    expect(await held([eur(6_000), { amountMinor: 1_500, currency: 'JPY' }])).toBe('unknown');
  });

  it('is unknown where a claim does not say how much it takes, or of which currency', async () => {
    expect(await held([eur(6_000), {}])).toBe('unknown');
    expect(await held([eur(6_000), { amountMinor: 1_500 }])).toBe('unknown');
  });

  it('is known again once the ledger shows what was in another currency', async () => {
    expect(await held([eur(6_000), { amountMinor: 1_500, currency: 'JPY' }], ['p2'])).toBe(6_000);
  });
});

it('a sum of nothing is nothing, and an amount that nobody names is unknown', () => {
  expect(summedMinor([], 'EUR')).toBe(0);
  expect(summedMinor([eur(1), undefined], 'EUR')).toBe('unknown');
});
