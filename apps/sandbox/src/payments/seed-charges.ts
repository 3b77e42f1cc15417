import type { Order } from '../orders/order.js';
import type { Charge } from './charge.js';

/** The charge that paid an order, captured when it was placed. */
export function chargeFor(order: Order): Charge {
  return {
    id: order.chargeId,
    tenant: order.tenant,
    orderId: order.id,
    amountMinor: order.totalMinor,
    refundedMinor: 0,
    currency: order.currency.toLowerCase(),
    createdAt: Date.parse(order.placedAt),
    disputed: false,
    refundStatus: 'succeeded',
  };
}

/** Two charges of one subscription in one month, of no order: the accounts system lists them for account 7719. */
export function doubleCharge(nowMs: number): Charge[] {
  const now = new Date(nowMs);
  const lastMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 12, 9);
  return ['ch_1841', 'ch_1842'].map((id, days) => ({
    ...{ id, tenant: 'fjordlight', orderId: null, amountMinor: 24_000, refundedMinor: 0, currency: 'usd' },
    ...{ createdAt: lastMonth + days * 86_400_000, disputed: false, refundStatus: 'succeeded' },
  }));
}
