import {
  fieldsOf,
  isInstant,
  isText,
  type ReportReading,
  readSigned,
  type SignedBy,
  type SignedDelivery,
} from '@countersign/connectors/json/read';
import type { ReportedFact } from '@countersign/domain';

const said: Readonly<Record<string, ReportedFact>> = {
  'message.delivered': 'effect_succeeded',
  'message.bounced': 'effect_failed',
};

/** What the CRM says of a message by itself, signed in `crm-signature`: a hint to look, and never proof. */
export function readCrmWebhook(delivery: SignedDelivery, by: SignedBy): ReportReading {
  const read = readSigned(delivery, by);
  if (read.outcome === 'refused') return read;
  const { id, type, at, message } = read.fields;
  if (!isText(id) || !isText(type) || !isInstant(at)) return { outcome: 'refused', code: 'body_invalid' };
  const says = said[type];
  if (says === undefined) return { outcome: 'passed_by', type };
  const { id: reference, opportunityId: target, operationId, reason } = fieldsOf(message) ?? {};
  if (!isText(reference) || !isText(target)) return { outcome: 'refused', code: 'body_invalid' };
  const code = isText(reason) ? reason : type;
  return {
    outcome: 'reported',
    report: {
      ...{ reportId: id, says, reference, target, code, saidAt: at },
      // What somebody sent by hand has no operation, and is no proposal's.
      ...(isText(operationId) ? { operationId } : {}),
    },
  };
}
