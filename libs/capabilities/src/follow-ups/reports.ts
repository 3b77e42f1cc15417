import type { ReportSide } from '../report-sides.js';
import { readCrmWebhook } from './crm/webhook.js';

/** Messages that arrived, or came back after all. */
export const reports: ReportSide = {
  system: 'crm',
  signatureHeader: 'crm-signature',
  read: readCrmWebhook,
  // Both name the operation that they are about, so nobody looks for what is held on the opportunity.
  capacityOf: ({ target }) => `follow-up:opportunity:${target}`,
};
