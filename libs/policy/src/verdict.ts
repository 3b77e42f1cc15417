import type { PolicyReason, Requirement } from '@countersign/domain';

export interface Verdict {
  readonly verdict: 'allow' | 'requirements' | 'deny';
  readonly requirements: readonly Requirement[];
  /**
   * In the order they are told: the first is the one the customer hears. A `policyId` is a rule's `@id` or one of
   * the engine's own: `policy_error`, `request_invalid`, `no_permit`.
   */
  readonly reasons: readonly PolicyReason[];
  readonly policySetHash: string;
  readonly policyVersion: string;
  /** How long a decision is waited for. */
  readonly approvalValidForMs: number;
  readonly remindAfterMs: number;
  readonly escalateAfterMs: number;
  /** How long whoever it is passed on to has, where that is longer than what is left. */
  readonly escalationValidForMs?: number;
  /** How long a permission may be used once it is given. */
  readonly permissionValidForMs: number;
}
