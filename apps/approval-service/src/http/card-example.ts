/** A card as the API's page shows one: a refund that waits for the customer's own consent. */
export const cardExample = {
  proposalId: '3e6d7b42-a562-541c-b056-2c564ad577b7',
  digest: '952c14d3ba8d7d19722f40ed6e09c29c24649ee9605210f8262d271e800baabf',
  digestContent: {
    tenant: 'fjordlight',
    kind: 'refund.create',
    target: { type: 'charge', id: 'ch_4821' },
    arguments: { orderId: '4821', lines: [{ lineId: '1', quantity: 1 }] },
    amountMinor: 4200,
    currency: 'EUR',
    evidence: [],
    resourceVersions: [{ resource: 'orders/4821', version: '1' }],
  },
  kind: 'refund.create',
  capability: { name: 'refunds', version: '1' },
  state: 'awaiting_approval',
  stateWord: '○• Waits for a decision',
  words: {
    operation: 'refund',
    subject: 'order 4821',
    sentence: 'Refund 42.00 EUR of order 4821 to the payment method of charge ch_4821.',
    consequences: [
      'One line of the order will be paid back.',
      'The customer sees the money in 5 to 10 days.',
    ],
    undoable: 'A refund cannot be taken back; the customer would have to pay again.',
    reversible: false,
  },
  target: { type: 'charge', id: 'ch_4821', shown: 'ch_4821' },
  amount: { minor: '4200', currency: 'EUR', words: '42.00 EUR' },
  arguments: [{ name: 'orderId', label: 'order id', value: '4821', shown: '4821' }],
  evidence: [
    {
      ...{ fact: 'totalMinor', label: 'total', value: 7900, shown: '79.00 EUR', mark: '●', basis: 'record' },
      ...{ source: 'orders/4821', version: '1', readAt: '2026-11-30T10:31:27.125Z' },
    },
    {
      ...{
        fact: 'status',
        label: 'status',
        value: 'delivered',
        shown: 'delivered',
        mark: '●',
        basis: 'record',
      },
      ...{ source: 'orders/4821', version: '1', readAt: '2026-11-30T10:31:27.125Z' },
    },
    {
      ...{ fact: 'unopened', label: 'unopened', value: 'yes', shown: 'yes', mark: '○', basis: 'stated' },
      ...{ source: 'agent/helpdesk-bot', section: 'helpdesk chat', readAt: '2026-11-30T10:31:27.113Z' },
    },
  ],
  resourceVersions: [{ resource: 'orders/4821', version: '1' }],
  author: { kind: 'agent', subject: 'helpdesk-bot', name: 'Helpdesk bot' },
  policy: {
    version: '2026-11-30.5',
    policySetHash: '4f21287cf9a565aba6145e058f4a63b259c140c03a5e9e49e973c38b848a3e5b',
    reasons: [
      {
        policyId: 'refund-with-consent',
        section: 'Returns and refunds policy, 8.1',
        reason: "Above the automatic limit and within the staff limit: the customer's own consent.",
      },
    ],
  },
  requirements: [
    { slot: 'customer-consent', basis: 'consent', needs: "the customer's own consent", status: 'open' },
  ],
  changedSince: [],
  expiresAt: '2026-11-30T14:31:30.103Z',
  mayDecide: { slot: 'customer-consent', basis: 'consent' },
  mayReject: true,
  cardHash: 'fc8f26c80843e14dde9a3d539aefa3e0d9166f1590bc73fee33ca49276b5c1f7',
  sight: 'eyJhbGciOiJFZERTQSIsInR5cCI6InNpZ2h0In0.eyJzdWJqZWN0IjoiYWRhIn0.c2lnbmF0dXJl',
  serverTime: '2026-11-30T10:32:00.746Z',
  recordReadAt: '2026-11-30T10:32:00.766Z',
};
