/**
 * Reads what the payment provider says by itself, after making sure that it was the provider who said it. What it
 * says is a hint to look and never proof: it was true when it was written, and may have been overtaken since.
 *
 * Refuses every message whose signature does not fit its very bytes, and one that was signed too long ago to be a
 * first delivery: the provider signs a repetition anew.
 */
import type { ReportedFact } from '@countersign/domain';
import { Stripe } from 'stripe';
import { type Fields, fieldsOf, isCount, isText } from '../network/shape.js';
import type { ReportReading, TargetReport } from '../result/target-report.js';

export interface PaymentsWebhookOptions {
  /** Every secret that is good now; two while one is being replaced. */
  readonly secrets: readonly string[];
  readonly now: () => number;
}

/** Seconds between a signature and its arrival; the provider's own default. */
const TOLERANCE_S = 300;

/** Judges one delivery: its bytes as they came, and the header `stripe-signature`. */
export function readPaymentsWebhook(
  delivery: { readonly body: Uint8Array; readonly signature: string | undefined },
  { secrets, now }: PaymentsWebhookOptions,
): ReportReading {
  const { body, signature } = delivery;
  if (signature === undefined || signature === '') {
    return { outcome: 'refused', code: 'signature_missing' };
  }
  for (const secret of secrets) {
    try {
      const bytes = Buffer.from(body);
      const event: unknown = Stripe.webhooks.constructEvent(
        bytes,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now(),
      );
      return reportIn(fieldsOf(event) ?? {});
    } catch (error) {
      // The signature was good and what was signed is not an event: no other secret makes it one.
      if (fieldsOf(error)?.['type'] !== 'StripeSignatureVerificationError') {
        return { outcome: 'refused', code: 'body_invalid' };
      }
    }
  }
  return { outcome: 'refused', code: 'signature_invalid' };
}

/** The kinds that say something new of an effect. That one was made is ours to know, and is read back anyway. */
const REFUND_TYPES = ['refund.failed', 'refund.updated', 'charge.refund.updated'];
const SAID_OF_REFUND: Readonly<Record<string, ReportedFact>> = {
  succeeded: 'effect_succeeded',
  failed: 'effect_failed',
  canceled: 'effect_failed',
};
const SAID_OF_DISPUTE: Readonly<Record<string, ReportedFact>> = {
  'charge.dispute.created': 'target_disputed',
  'charge.dispute.closed': 'dispute_closed',
};

function reportIn({ id, type, created, data }: Fields): ReportReading {
  if (!isText(id) || !isText(type) || !isCount(created)) return { outcome: 'refused', code: 'body_invalid' };
  const object = fieldsOf(fieldsOf(data)?.['object']) ?? {};
  const saidAt = new Date(created * 1000).toISOString();
  const said = REFUND_TYPES.includes(type) ? refundSaid(object) : disputeSaid(type, object);
  if (said === undefined) return { outcome: 'refused', code: 'body_invalid' };
  return said === 'passed_by'
    ? { outcome: 'passed_by', type }
    : { outcome: 'reported', report: { reportId: id, saidAt, ...said } };
}

type Said = Omit<TargetReport, 'reportId' | 'saidAt'>;

function refundSaid(object: Fields): Said | 'passed_by' | undefined {
  const { id, charge, status, failure_reason: why, metadata } = object;
  if (!isText(id) || !isText(charge) || !isText(status)) return undefined;
  const says = SAID_OF_REFUND[status];
  if (says === undefined) return 'passed_by';
  const operationId = fieldsOf(metadata)?.['operation_id'];
  return {
    ...{ says, reference: id, target: charge, code: isText(why) ? why : status },
    ...(isText(operationId) ? { operationId } : {}),
  };
}

function disputeSaid(type: string, { id, charge, reason, status }: Fields): Said | 'passed_by' | undefined {
  const says = SAID_OF_DISPUTE[type];
  if (says === undefined) return 'passed_by';
  if (!isText(id) || !isText(charge)) return undefined;
  const word = says === 'target_disputed' ? reason : status;
  return { says, reference: id, target: charge, code: isText(word) ? word : says };
}
