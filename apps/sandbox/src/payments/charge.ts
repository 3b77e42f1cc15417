/** A captured charge. Amounts are in minor units of `currency`, in lower case as Stripe writes it. */
export interface Charge {
  id: string;
  tenant: string;
  orderId: string | null;
  amountMinor: number;
  /** What refunds have taken, less those that failed; never more than `amountMinor`. */
  refundedMinor: number;
  currency: string;
  createdAt: number;
  disputed: boolean;
  /** How a refund of this charge begins: at once settled, or accepted and still to be settled. */
  refundStatus: 'succeeded' | 'pending';
}

export interface Refund {
  id: string;
  charge: string;
  amountMinor: number;
  currency: string;
  status: 'succeeded' | 'pending' | 'failed';
  /** What is shown in its place. */
  word?: string;
  failureReason: string | null;
  reason: string | null;
  metadata: Record<string, string>;
  createdAt: number;
}

/** The charge as Stripe shows it. */
export function chargeObject(charge: Charge): Record<string, unknown> {
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amountMinor,
    amount_captured: charge.amountMinor,
    amount_refunded: charge.refundedMinor,
    captured: true,
    created: Math.floor(charge.createdAt / 1000),
    currency: charge.currency,
    description: charge.orderId === null ? null : `Order ${charge.orderId}`,
    disputed: charge.disputed,
    livemode: false,
    metadata: { tenant: charge.tenant, ...(charge.orderId === null ? {} : { order_id: charge.orderId }) },
    paid: true,
    payment_intent: null,
    refunded: charge.refundedMinor === charge.amountMinor,
    status: 'succeeded',
  };
}

/** The refund as Stripe shows it. */
export function refundObject(refund: Refund): Record<string, unknown> {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountMinor,
    balance_transaction: null,
    charge: refund.charge,
    created: Math.floor(refund.createdAt / 1000),
    currency: refund.currency,
    ...(refund.failureReason === null ? {} : { failure_reason: refund.failureReason }),
    metadata: refund.metadata,
    payment_intent: null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.word ?? refund.status,
    transfer_reversal: null,
  };
}
