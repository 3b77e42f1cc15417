import type { PolicyRequest } from '../request.js';
import type { Rulebook } from '../rulebook.js';

/** What refunds tell policy about themselves. */
export const sampleRulebook: Rulebook = {
  name: 'refunds',
  actions: [{ kind: 'refund.create' }],
  policy: {
    limits: {
      windowDays: 'count',
      windowZone: 'zone',
      automaticUpToMinor: 'amounts',
      consentUpToMinor: 'amounts',
      oneManagerUpToMinor: 'amounts',
    },
    rising: [
      ['automaticUpToMinor', 'consentUpToMinor'],
      ['consentUpToMinor', 'oneManagerUpToMinor'],
    ],
  },
};

/** An ordinary refund that policy allows with the customer's consent: EUR 79.00, delivered 12 days ago. */
export const sampleRequest = {
  tenant: 'fjordlight',
  principal: { kind: 'specialist', id: 'refund-specialist', roles: [] },
  onBehalfOf: 'ada',
  action: 'refund.create',
  resource: {
    type: 'Order',
    id: '4821',
    customerId: 'ada',
    tenant: 'fjordlight',
    attributes: { status: 'delivered', currency: 'EUR' },
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
    earlierMinor: 0,
  },
  amountMinor: 7900,
  currency: 'EUR',
} as const satisfies PolicyRequest;
