/** A tri-state fact: a failed look-up is `unknown`, never `no`. */
export type YesNoUnknown = 'yes' | 'no' | 'unknown';

/** An amount in minor units, or the admission that nobody could read it. */
export type KnownMinor = number | 'unknown';

export interface PolicyPrincipal {
  /** `customer`: in person. `specialist`: our own, for a customer. `agent`: an outside program. */
  readonly kind: 'customer' | 'agent' | 'staff' | 'specialist';
  readonly id: string;
  readonly roles: readonly string[];
}

/** What was looked up about a refund. Amounts are minor units in the currency of the charge. */
export interface RefundFacts {
  readonly insideWindow: boolean | 'unknown';
  readonly daysSinceDelivery: number | 'unknown';
  readonly unopened: YesNoUnknown;
  /** Where `unopened` comes from. A guess is `none`, and `none` is never a yes. */
  readonly unopenedBasis: 'customer_statement' | 'order_record' | 'none';
  readonly disputed: boolean | 'unknown';
  readonly capturedMinor: KnownMinor;
  readonly refundedMinor: KnownMinor;
  /** Approved, running or unconfirmed refunds of this charge, WITHOUT the one being decided. */
  readonly heldMinor: KnownMinor;
  /**
   * Asked before this one on the same charge or in the same case, same currency, and not refused since. Limits
   * count it, so a large refund cut into small ones meets the same limit. Left out: refunded plus held.
   * A re-check gives the value of the decision again, or two refunds that wait together void each other.
   */
  readonly earlierMinor?: KnownMinor;
}

export interface PolicyRequest {
  /** Tenant of whoever asks, from the verified identity. */
  readonly tenant: string;
  readonly principal: PolicyPrincipal;
  /** The customer it is for; for a customer in person, themselves. */
  readonly onBehalfOf: string;
  readonly action: 'refund.create';
  readonly resource: {
    readonly orderId: string;
    readonly customerId: string;
    readonly tenant: string;
    /** As the order system says it, e.g. `delivered`. */
    readonly status: string;
    readonly chargeId: string;
    /** Currency the charge was captured in. */
    readonly currency: string;
  };
  readonly facts: RefundFacts;
  readonly amountMinor: number;
  readonly currency: string;
}
