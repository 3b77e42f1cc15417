/** What refunds read, and where: orders to draft, payments to judge and to settle. */
import { createOrdersReader } from '@countersign/connectors/orders/read';
import { createPaymentsReader } from '@countersign/connectors/payments/read';
import { readSide } from '../outside.js';
import { refundReads } from './refund-reads.js';

export const reads = readSide({
  needs: {
    orders: { system: 'orders', purpose: 'any', drafting: true },
    payments: { system: 'payments', purpose: 'read', drafting: false },
  },
  open: ({ orders, payments }, { policySearch, settleWindowMs }) =>
    refundReads({
      orders: createOrdersReader(orders),
      payments: createPaymentsReader({ ...payments, settleWindowMs }),
      ...(policySearch === undefined ? {} : { policySearch }),
    }),
});
