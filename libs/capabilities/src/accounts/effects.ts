/** Where an account is closed, and where a double charge is given back. */
import { createPaymentsWriter } from '@countersign/connectors/payments/write';
import { effectSide } from '../outside.js';
import { accountEffects } from './account-effects.js';
import { createAccountsWriter } from './records/write.js';

export const effects = effectSide({
  needs: {
    accounts: { system: 'accounts', purpose: 'write', drafting: false },
    payments: { system: 'payments', purpose: 'write', drafting: false },
  },
  open: ({ accounts, payments }) =>
    accountEffects({ accounts: createAccountsWriter(accounts), payments: createPaymentsWriter(payments) }),
});
