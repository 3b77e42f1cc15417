/** A fact for the rules: an identity, a number or one of a few fixed words. `'unknown'` is one of them, and never a yes. */
export type PolicyFact = string | number | boolean | readonly string[];

export interface PolicyPrincipal {
  /** `customer`: in person. `specialist`: our own, for a customer. `agent`: an outside program. */
  readonly kind: 'customer' | 'agent' | 'staff' | 'specialist';
  readonly id: string;
  readonly roles: readonly string[];
}

/** What it would be done to. */
export interface PolicyResource {
  /** Entity type of the Cedar schema: `Order`. */
  readonly type: string;
  readonly id: string;
  readonly customerId: string;
  readonly tenant: string;
  /** By the names of the entity's attributes; others are not looked at. */
  readonly attributes: Readonly<Record<string, PolicyFact>>;
}

export interface PolicyRequest {
  /** Tenant of whoever asks, from the verified identity. */
  readonly tenant: string;
  readonly principal: PolicyPrincipal;
  /** The customer it is for; for a customer in person, themselves. */
  readonly onBehalfOf: string;
  /** The capability's action: `refund.create`. */
  readonly action: string;
  readonly resource: PolicyResource;
  /** By the names of the action's context; others are not looked at. Amounts are minor units and end in `Minor`. */
  readonly facts: Readonly<Record<string, PolicyFact>>;
  /** Whether it takes back a completed action in a way that its capability lists. Left out: it does not. */
  readonly compensates?: boolean;
  /** Whether it is a forward step of a completed action, as its capability lists it. Left out: it is not. */
  readonly follows?: boolean;
  /** Minor units of `currency`; both are absent where no money moves. */
  readonly amountMinor?: number;
  readonly currency?: string;
}
