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
