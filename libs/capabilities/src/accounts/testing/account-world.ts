import type { ChargeRecord, RefundFinding } from '@countersign/connectors/payments/read';
import { type Action, subjectId, tenantId } from '@countersign/domain';
import { accountReads } from '../account-reads.js';
import { type AccountPorts } from '../account-records.js';
import type { AccountCharge, AccountRecord, AccountsReader } from '../records/read.js';

export const forWhom = { tenant: tenantId('fjordlight'), customer: subjectId('ada') };
export const readAt = '2026-11-30T00:00:00Z';

export interface AccountWorld {
  readonly account?: Partial<AccountRecord>;
  readonly charges?: readonly AccountCharge[];
  readonly paid?: Partial<ChargeRecord>;
  /** What payments say of the first charge; the same as of the later one, and nothing given back. */
  readonly firstPaid?: Partial<ChargeRecord> | 'not_found' | 'no_answer';
  readonly closure?: Awaited<ReturnType<AccountsReader['operation']>>;
}

const charge = (id: string, day: string): AccountCharge => ({
  ...{ id, accountId: 'acct_7719', amountMinor: 24_000, currency: 'USD', description: 'Business plan' },
  chargedAt: `2026-10-${day}T09:00:00.000Z`,
});
const paidCharge: ChargeRecord = {
  ...{ chargeId: 'ch_1842', capturedMinor: 24_000, refundedMinor: 0, currency: 'USD' },
  ...{ disputed: false, refunds: [], refundsComplete: true },
};
const found = <T>(value: T) => ({ outcome: 'found', value, readAt, source: 's' }) as const;
const unheard: RefundFinding = { outcome: 'unknown', code: 'timeout' };

function firstOf({ firstPaid = {} }: AccountWorld) {
  if (firstPaid === 'not_found') return { outcome: 'not_found' } as const;
  if (firstPaid === 'no_answer') return { outcome: 'no_answer', code: 'timeout' } as const;
  return found({ ...paidCharge, chargeId: 'ch_1841', ...firstPaid });
}

/** The read side over an account of ada's that was charged twice. */
export function readsOf(world: AccountWorld = {}) {
  const account: AccountRecord = {
    ...{ id: 'acct_7719', tenant: 'fjordlight', customerId: 'ada', status: 'open', version: 1 },
    ...world.account,
  };
  const { charges = [charge('ch_1841', '12'), charge('ch_1842', '13')] } = world;
  const ports: AccountPorts = {
    accounts: {
      accountsOf: async () => found([account]),
      account: async () => found(account),
      chargesOf: async () => found(charges),
      invoicesOf: async () =>
        account.status === 'open' ? found([{ id: 'inv_1', chargeId: 'ch_1841' }]) : { outcome: 'not_found' },
      operation: async () => world.closure ?? { outcome: 'unknown', code: 'timeout', asked: 'a closure' },
      ledger: async () => ({ outcome: 'not_found' }),
    },
    payments: {
      charge: async (id) => (id === 'ch_1841' ? firstOf(world) : found({ ...paidCharge, ...world.paid })),
      findRefund: async () => unheard,
      refundsCreated: async () => ({ outcome: 'not_found' }),
    },
  };
  return accountReads(ports);
}

/** What a proposal of this kind would be, from the records of the world. */
async function actionOf(kind: string, args: object, world: AccountWorld = {}): Promise<Action> {
  const completed = await readsOf(world).complete({ kind, arguments: args, statements: [] }, forWhom);
  if (completed.outcome !== 'completed') throw new Error(JSON.stringify(completed));
  return completed.action;
}

export const refundOfDouble = (world?: AccountWorld): Promise<Action> =>
  actionOf('duplicate-charge.refund', { accountId: 'acct_7719', chargeId: 'ch_1842' }, world);
export const closureOf = (world?: AccountWorld): Promise<Action> =>
  actionOf('account.close', { accountId: 'acct_7719' }, world);
