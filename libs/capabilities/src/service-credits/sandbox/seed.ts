import type { Body } from '@countersign/sandbox/kit';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const at = (ms: number) => new Date(ms).toISOString();

/** Case 118: an outage of five hours, on a plan that pays a quarter of the month for more than four. */
export function supportSeed(nowMs: number): readonly (readonly [string, Body])[] {
  const began = nowMs - 9 * DAY_MS;
  return [
    [
      'incident',
      {
        id: 'inc_2041',
        service: 'api',
        startedAt: at(began),
        endedAt: at(began + 300 * MINUTE_MS),
        status: 'resolved',
        accounts: ['acct_7719', 'acct_7720', 'acct_7721'],
        summary: 'The API answered nothing between two failed deployments.',
      },
    ],
    [
      'case',
      {
        id: '118',
        tenant: 'fjordlight',
        customerId: 'ada',
        accountId: 'acct_7719',
        incidentId: 'inc_2041',
        status: 'open',
        subject: 'Our shop was down for five hours',
      },
    ],
    [
      'case',
      {
        id: '119',
        tenant: 'fjordlight',
        customerId: 'ben',
        accountId: 'acct_7720',
        incidentId: 'inc_2041',
        status: 'open',
        subject: 'Outage',
      },
    ],
  ];
}

export function billingSeed(nowMs: number): readonly (readonly [string, Body])[] {
  const account = (id: string, customerId: string, planId: string): readonly [string, Body] => [
    'account',
    { id, tenant: 'fjordlight', customerId, planId, status: 'active' },
  ];
  const invoice = (id: string, accountId: string, totalMinor: number): readonly [string, Body] => [
    'invoice',
    { id, accountId, currency: 'USD', totalMinor, issuedAt: at(nowMs - 3 * DAY_MS) },
  ];
  return [
    [
      'plan',
      {
        id: 'business',
        name: 'Business',
        agreement: {
          id: 'sla-business',
          section: '4.2',
          tiers: [
            { overMinutes: 43, shareBasisPoints: 1_000 },
            { overMinutes: 240, shareBasisPoints: 2_500 },
          ],
        },
      },
    ],
    account('acct_7719', 'ada', 'business'),
    account('acct_7720', 'ben', 'business'),
    account('acct_7721', 'ada', 'business'),
    invoice('inv_3107', 'acct_7719', 480_000),
    invoice('inv_3108', 'acct_7720', 120_000),
    invoice('inv_3109', 'acct_7721', 480_000),
  ];
}
