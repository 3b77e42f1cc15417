import { describe, expect, it } from '@jest/globals';
import { findDuplicates } from './find-duplicates.js';
import type { AccountCharge } from './records/read.js';

const first: AccountCharge = {
  ...{ id: 'ch_1841', accountId: 'acct_7719', amountMinor: 24_000, currency: 'USD' },
  ...{ description: 'Business plan', chargedAt: '2026-10-12T09:00:00.000Z' },
};
const second: AccountCharge = { ...first, id: 'ch_1842', chargedAt: '2026-10-13T09:00:00.000Z' };

describe('S30: two charges of an account', () => {
  it('are a double charge when they are alike, and the later one is the duplicate, whatever their order', () => {
    for (const charges of [
      [first, second],
      [second, first],
    ])
      expect(findDuplicates(charges)).toEqual([{ charge: second, of: first }]);
  });

  it.each<[string, Partial<AccountCharge>]>([
    ['another amount', { amountMinor: 24_001 }],
    ['another currency', { currency: 'EUR' }],
    ['for another thing', { description: 'Support package' }],
    ['in another month', { chargedAt: '2026-11-01T00:00:00.000Z' }],
    ['in the same month of another year', { chargedAt: '2025-10-13T09:00:00.000Z' }],
    ['of another account', { accountId: 'acct_7720' }],
    ['under the same id, listed twice', { id: 'ch_1841' }],
  ])('are none when one is %s', (_what, change) => {
    expect(findDuplicates([first, { ...second, ...change }])).toEqual([]);
  });

  it('are told apart at one instant by their ids, and a third one is a duplicate of the first too', () => {
    const third = { ...second, id: 'ch_1843' };
    expect(findDuplicates([third, second, first]).map(({ charge, of }) => [charge.id, of.id])).toEqual([
      ['ch_1842', 'ch_1841'],
      ['ch_1843', 'ch_1841'],
    ]);
  });
});
