import type { PaymentsReader } from '@countersign/connectors/payments/read';
import type { Action, Instant, LookEvidence, OperationId } from '@countersign/domain';
import type { FoundOutcome } from '../capability.js';

interface Lookup {
  readonly operationId: OperationId;
  readonly action: Action;
  readonly lastSentAt: Instant;
}

/** Asks payments by our own operation id; how absence may be believed is the connector's contract. */
export async function findRefundOutcome(
  payments: PaymentsReader,
  { operationId, action, lastSentAt }: Lookup,
): Promise<FoundOutcome> {
  const found = await payments.findRefund({ operationId, chargeId: action.target.id, lastSentAt });
  if (found.outcome === 'unknown') {
    return {
      outcome: 'no_answer',
      code: found.code,
      asked: `refunds of ${action.target.id} with operation ${operationId}`,
    };
  }
  const evidence: LookEvidence = {
    ...found.evidence,
    found: (found.outcome === 'happened' ? found.refunds : []).map((refund) => ({
      reference: refund.refundId,
      amountMinor: refund.amountMinor,
      currency: refund.currency,
      settled: refund.settled === 'no' ? 'failed' : refund.settled,
      details: { status: refund.status },
    })),
  };
  if (found.outcome === 'absent') {
    return { outcome: 'absent', evidence: { ...evidence, absence: found.evidence.absence } };
  }
  const [only, ...others] = evidence.found;
  const matches =
    only?.amountMinor === action.money?.amountMinor && only?.currency === action.money?.currency;
  if (others.length > 0 || !matches) return { outcome: 'contradicts', evidence };
  if (only?.settled !== 'failed') return { outcome: 'happened', evidence };
  // Another one, further down a listing that was not read to its end, may stand.
  return evidence.complete
    ? { outcome: 'undone', evidence }
    : { outcome: 'no_answer', code: 'listing_incomplete', asked: evidence.asked };
}
