import { type Body } from '@countersign/sandbox/kit';

const DAY_MS = 86_400_000;

/** Account 7719: one subscription, charged twice in one month. Payments hold the same two charges. */
export function accountsSeed(nowMs: number): readonly (readonly [string, Body])[] {
  const charged = (id: string, at: number): readonly [string, Body] => [
    'charge',
    {
      ...{ id, accountId: 'acct_7719', amountMinor: 24_000, currency: 'USD' },
      ...{ description: 'Business plan', chargedAt: new Date(at).toISOString() },
    },
  ];
  const now = new Date(nowMs);
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 12, 9);
  return [
    ['account', { id: 'acct_7719', tenant: 'fjordlight', customerId: 'ada', status: 'open' }],
    ['account', { id: 'acct_7720', tenant: 'fjordlight', customerId: 'ben', status: 'open' }],
    charged('ch_1841', lastMonth),
    charged('ch_1842', lastMonth + DAY_MS),
    ['invoice', { id: 'inv_1841', accountId: 'acct_7719', chargeId: 'ch_1841' }],
  ];
}
