/** The outside world of accounts: accounts with their charges and invoices, and closing one. */
import type { StandIn } from '@countersign/sandbox/kit';
import { accountsSystem } from './sandbox/accounts-system.js';

const keys = { read: 'sandbox-accounts-read', write: 'sandbox-accounts-write' };

export const standIns: readonly StandIn[] = [
  {
    name: 'accounts',
    note: 'accounts, their charges and invoices; acct_7719 was charged twice',
    keys,
    open: (ledger, { now }) => accountsSystem(ledger, { keys, now }),
  },
];
