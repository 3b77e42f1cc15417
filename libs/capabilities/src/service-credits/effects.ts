/** Where a credit is given and taken back, and where the steps after it are made. */
import { effectSide } from '../outside.js';
import { createBillingWriter } from './billing/write.js';
import { creditEffects } from './credit-effects.js';
import { createSupportWriter } from './support/write.js';

export const effects = effectSide({
  needs: {
    support: { system: 'support', purpose: 'write', drafting: false },
    billing: { system: 'billing', purpose: 'write', drafting: false },
  },
  open: ({ support, billing }) =>
    creditEffects({ support: createSupportWriter(support), billing: createBillingWriter(billing) }),
});
