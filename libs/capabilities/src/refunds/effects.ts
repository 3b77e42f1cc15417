/** Where a refund is made. */
import { createPaymentsWriter } from '@countersign/connectors/payments/write';
import { effectSide } from '../outside.js';
import { refundEffects } from './refund-effects.js';

export const effects = effectSide({
  needs: { payments: { system: 'payments', purpose: 'write', drafting: false } },
  open: ({ payments }) => refundEffects({ payments: createPaymentsWriter(payments) }),
});
