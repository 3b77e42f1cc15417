import type { PaymentsReader, RefundRecord } from '@countersign/connectors/payments/read';
import { type ListEffects, type ListedEffect, ledgerOf } from '../effect-listing.js';

/** The refunds of a tenant's charges, whoever made them. */
export function refundLedger(payments: PaymentsReader): ListEffects {
  return ledgerOf(async (asked) => {
    const page = await payments.refundsCreated(asked);
    if (page.outcome !== 'found') return page;
    const { refunds, unreadable, next } = page.value;
    return { ...page, value: { effects: refunds.map(effectOf), unreadable, next } };
  });
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
