/** The outside world of service credits: a support desk with cases and incident reports, and a billing system. */
import type { StandIn } from '@countersign/sandbox/kit';
import { billingSystem } from './sandbox/billing-system.js';
import { supportSystem } from './sandbox/support-system.js';

const support = { read: 'sandbox-support-read', write: 'sandbox-support-write' };
const billing = { read: 'sandbox-billing-read', write: 'sandbox-billing-write' };

export const standIns: readonly StandIn[] = [
  {
    name: 'support',
    note: 'support cases, incident reports, replies; case 118 is an outage',
    keys: support,
    open: (ledger, { now }) => supportSystem(ledger, { keys: support, now }),
  },
  {
    name: 'billing',
    note: 'accounts, plans with their agreement, invoices with versions, credits',
    keys: billing,
    open: (ledger, { now }) => billingSystem(ledger, { keys: billing, now }),
  },
];
