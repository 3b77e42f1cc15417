/** The outside world of service credits: a support desk with cases and incident reports, and a billing system. */
import type { StandIn } from '@countersign/sandbox/kit';
import { billingSystem } from './sandbox/billing-system.js';
import { supportSystem } from './sandbox/support-system.js';

export const standIns: readonly StandIn[] = [
  {
    name: 'support',
    note: 'support cases, incident reports, replies; case 118 is an outage',
    keys: { read: 'sandbox-support-read', write: 'sandbox-support-write' },
    open: (ledger, { now }) =>
      supportSystem(ledger, { read: 'sandbox-support-read', write: 'sandbox-support-write', now }),
  },
  {
    name: 'billing',
    note: 'accounts, plans with their agreement, invoices with versions, credits',
    keys: { read: 'sandbox-billing-read', write: 'sandbox-billing-write' },
    open: (ledger, { now }) =>
      billingSystem(ledger, { read: 'sandbox-billing-read', write: 'sandbox-billing-write', now }),
  },
];
