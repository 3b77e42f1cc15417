/** One slot that one person has to fill before the action may run. */
export type Requirement =
  | { readonly slot: string; readonly basis: 'consent'; readonly person: string }
  | { readonly slot: string; readonly basis: 'approval'; readonly role: string };

/** Why. `policyId` is a rule's `@id`, or one of the engine's own: `policy_error`, `request_invalid`, `no_permit`. */
export interface VerdictReason {
  readonly policyId: string;
  readonly section: string;
  readonly reason: string;
  /** The sentence the customer is told; only on a deny. */
  readonly customerText?: string;
}

export interface Verdict {
  readonly verdict: 'allow' | 'requirements' | 'deny';
  readonly requirements: readonly Requirement[];
  /** In the order they are told: the first is the one the customer hears. */
  readonly reasons: readonly VerdictReason[];
  readonly policySetHash: string;
  readonly policyVersion: string;
  readonly approvalValidForMs: number;
  readonly remindAfterMs: number;
  readonly escalateAfterMs: number;
}
