import { describe, expect, it } from '@jest/globals';
import { creditDue } from './credit-due.js';

const plan = {
  ...{ id: 'business', name: 'Business', version: 1 },
  agreement: {
    ...{ id: 'sla-business', section: '4.2' },
    tiers: [
      { overMinutes: 240, shareBasisPoints: 2_500 },
      { overMinutes: 43, shareBasisPoints: 1_000 },
    ],
  },
};
const invoice = { id: 'inv_1', accountId: 'acct_1', currency: 'USD', totalMinor: 480_000, version: 1 };
const lasting = (minutes: number) => ({
  ...{ id: 'inc_1', service: 'api', status: 'resolved', accounts: ['acct_1'], version: 1 },
  startedAt: '2026-11-12T08:00:00Z',
  endedAt: new Date(Date.parse('2026-11-12T08:00:00Z') + minutes * 60_000).toISOString(),
});

describe('what the agreement gives', () => {
  it('S20: a quarter of the invoice for five hours', () => {
    expect(creditDue(lasting(300), plan, invoice)).toMatchObject({ amountMinor: 120_000, minutes: 300 });
  });
  it('the share of the highest tier it lasted longer than, whatever their order', () => {
    expect(creditDue(lasting(240), plan, invoice)?.amountMinor).toBe(48_000);
    expect(creditDue(lasting(241), plan, invoice)?.amountMinor).toBe(120_000);
  });
  it('nothing up to the shortest time, and nothing of an invoice of nothing', () => {
    expect(creditDue(lasting(43), plan, invoice)).toBeUndefined();
    expect(creditDue(lasting(300), plan, { ...invoice, totalMinor: 0 })).toBeUndefined();
  });
  it('whole minor units, rounded down', () => {
    expect(creditDue(lasting(300), plan, { ...invoice, totalMinor: 99_999 })?.amountMinor).toBe(24_999);
  });
  it('nothing when the report has its times the wrong way round', () => {
    expect(creditDue(lasting(-300), plan, invoice)).toBeUndefined();
  });
});
