import type { PaymentsReader, RefundRecord } from '@countersign/connectors/payments/read';
import type { EffectPage, EffectWindow, ListedEffect } from '../effect-listing.js';

/** A page of the refunds of a tenant's charges, whoever made them. */
export async function listRefundEffects(
  payments: PaymentsReader,
  { tenant, from, to }: EffectWindow,
  after?: string,
): Promise<EffectPage> {
  const page = await payments.refundsCreated({ tenant, from, to, ...(after === undefined ? {} : { after }) });
  if (page.outcome === 'no_answer') return { outcome: 'no_answer', code: page.code };
  // The refund that the page should begin after is gone: whatever was read before is not a whole listing.
  if (page.outcome === 'not_found') return { outcome: 'no_answer', code: 'listing_incomplete' };
  const { refunds, next } = page.value;
  return {
    outcome: 'listed',
    effects: refunds.map(effectOf),
    next,
    source: page.source,
    readAt: page.readAt,
  };
}

function effectOf(refund: RefundRecord): ListedEffect {
  const { refundId, chargeId, amountMinor, currency, status, settled, createdAt, operationId } = refund;
  return {
    reference: refundId,
    target: { type: 'charge', id: chargeId },
    ...{ amountMinor, currency, status, createdAt },
    standing: settled === 'no' ? 'undone' : settled,
    ...(operationId === undefined ? {} : { operationId }),
  };
}
