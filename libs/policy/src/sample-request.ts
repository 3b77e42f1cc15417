import type { PolicyRequest } from './request.js';

/** An ordinary refund that policy allows with the customer's consent: EUR 79.00, delivered 12 days ago. */
export const sampleRequest: PolicyRequest = {
  tenant: 'fjordlight',
  principal: { kind: 'specialist', id: 'refund-specialist', roles: [] },
  onBehalfOf: 'ada',
  action: 'refund.create',
  resource: {
    orderId: '4821',
    customerId: 'ada',
    tenant: 'fjordlight',
    status: 'delivered',
    chargeId: 'ch_4821',
    currency: 'EUR',
  },
  facts: {
    insideWindow: true,
    daysSinceDelivery: 12,
    unopened: 'yes',
    unopenedBasis: 'customer_statement',
    disputed: false,
    capturedMinor: 7900,
    refundedMinor: 0,
    heldMinor: 0,
  },
  amountMinor: 7900,
  currency: 'EUR',
};
