/** The shop's and the bank's records as both sides of the benchmark know them: one order a charge. */

export const amountMinor = 7_900;

const day = 86_400_000;
const deliveredAt = new Date(Math.floor(Date.now() / day) * day - 10 * day).toISOString();

/** The order of the charge `ch_<id>`, as the order system answers. */
export function orderRecord(id: string) {
  return {
    ...{ id, tenant: 'fjordlight', customerId: 'ada', currency: 'EUR', status: 'delivered' as const },
    ...{ placedAt: deliveredAt, deliveredAt },
    lines: [{ lineId: '1', sku: 'sku-1', title: 'Headphones', quantity: 1, unitPriceMinor: amountMinor }],
    ...{ totalMinor: amountMinor, shippingMinor: 0, chargeId: `ch_${id}`, version: 1, notes: [] },
  };
}

/** The charge as the payment provider answers. */
export function chargeRecord(id: string, refundedMinor: number) {
  return {
    ...{ id, object: 'charge', amount: amountMinor, amount_captured: amountMinor },
    ...{ amount_refunded: refundedMinor, currency: 'eur', captured: true, disputed: false, paid: true },
    ...{ refunded: refundedMinor === amountMinor, status: 'succeeded', created: 1_790_000_000 },
  };
}
