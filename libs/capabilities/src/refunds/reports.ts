import { readPaymentsWebhook } from '@countersign/connectors/payments/webhook';
import type { ReportSide } from '../report-sides.js';
import { capacityKey } from './refunds.js';

/** Refunds that failed or settled later, and charges that a customer's bank contests. */
export const reports: ReportSide = {
  system: 'payments',
  signatureHeader: 'stripe-signature',
  read: readPaymentsWebhook,
  capacityOf: ({ target }) => capacityKey(target),
};
