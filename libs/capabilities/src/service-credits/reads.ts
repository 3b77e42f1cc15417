/** What service credits read, and where: the support desk and the billing system. Drafting a credit needs both. */
import { readSide } from '../outside.js';
import { createBillingReader } from './billing/read.js';
import { creditReads } from './credit-reads.js';
import { createSupportReader } from './support/read.js';

export const reads = readSide({
  needs: {
    support: { system: 'support', purpose: 'read', drafting: true },
    billing: { system: 'billing', purpose: 'read', drafting: true },
  },
  open: ({ support, billing }, { settleWindowMs }) =>
    creditReads({
      support: createSupportReader(support, settleWindowMs),
      billing: createBillingReader(billing, settleWindowMs),
    }),
});
