import type { OrderRecord } from '@countersign/connectors/orders/read';
import type { ChargeRecord } from '@countersign/connectors/payments/read';
import type { Action } from '@countersign/domain';
import type { Hold, OnBehalfOf, PolicySubject } from '../capability.js';

export interface RefundRecords {
  readonly order: OrderRecord;
  readonly charge: ChargeRecord;
}

/**
 * What policy judges a refund on. What is left of a charge comes from the payments ledger, less what other
 * proposals hold and the ledger does not show yet: a hold whose operation is in the ledger counts once (C05, C07).
 */
export function refundPolicySubject(
  action: Action,
  { order, charge }: RefundRecords,
  holds: readonly Hold[],
): PolicySubject {
  const standing = charge.refunds.filter((refund) => refund.settled !== 'no');
  const shown = new Set(standing.map((refund) => refund.operationId));
  const heldMinor = holds
    .filter((hold) => !shown.has(hold.proposalId))
    .reduce((sum, hold) => sum + hold.amountMinor, 0);
  return {
    resource: {
      orderId: order.id,
      customerId: order.customerId,
      tenant: order.tenant,
      status: order.status,
      chargeId: order.chargeId,
      currency: charge.currency,
    },
    deliveredAt: order.deliveredAt ?? 'unknown',
    facts: {
      ...unopenedOf(action),
      disputed: charge.disputed,
      capturedMinor: charge.capturedMinor,
      refundedMinor: charge.refundedMinor,
      heldMinor,
    },
    refundedElsewhereMinor: standing
      .filter((refund) => refund.operationId === undefined)
      .reduce((sum, refund) => sum + refund.amountMinor, 0),
  };
}

/** "Unopened" stands in no record: it is what the customer said, or unknown. */
function unopenedOf(action: Action): Pick<PolicySubject['facts'], 'unopened' | 'unopenedBasis'> {
  const said = action.evidence.find((e) => e.fact === 'unopened');
  if (said?.value === 'yes' || said?.value === true)
    return { unopened: 'yes', unopenedBasis: basisOf(said.basis) };
  if (said?.value === 'no' || said?.value === false)
    return { unopened: 'no', unopenedBasis: basisOf(said.basis) };
  return { unopened: 'unknown', unopenedBasis: 'none' };
}

function basisOf(basis: 'record' | 'stated' | 'policy'): 'customer_statement' | 'order_record' {
  return basis === 'record' ? 'order_record' : 'customer_statement';
}

/** Nothing is known of the money; of an order that is gone not even whose it was. */
export function unknownRefundSubject(
  action: Action,
  forWhom: OnBehalfOf,
  why: 'unreadable' | 'gone',
): PolicySubject {
  return {
    resource: {
      orderId: String(action.arguments['orderId']),
      customerId: why === 'gone' ? '' : forWhom.customer,
      tenant: forWhom.tenant,
      status: 'unknown',
      chargeId: action.target.id,
      currency: action.money?.currency ?? '',
    },
    deliveredAt: 'unknown',
    facts: {
      ...unopenedOf(action),
      disputed: 'unknown',
      capturedMinor: 'unknown',
      refundedMinor: 'unknown',
      heldMinor: 'unknown',
    },
    refundedElsewhereMinor: 'unknown',
  };
}
