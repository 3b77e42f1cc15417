/** What accounts read, and where: the accounts system to draft, payments to judge and to settle. */
import { createPaymentsReader } from '@countersign/connectors/payments/read';
import { readSide } from '../outside.js';
import { accountReads } from './account-reads.js';
import { createAccountsReader } from './records/read.js';

export const reads = readSide({
  needs: {
    accounts: { system: 'accounts', purpose: 'read', drafting: true },
    payments: { system: 'payments', purpose: 'read', drafting: false },
  },
  open: ({ accounts, payments }, { settleWindowMs }) =>
    accountReads({
      accounts: createAccountsReader(accounts, settleWindowMs),
      payments: createPaymentsReader({ ...payments, settleWindowMs }),
    }),
});
