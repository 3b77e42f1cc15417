import type { PolicyDecision } from '@countersign/domain';

/**
 * What the rules say of a request: the part of a decision that they alone make. What it was judged on, and what stands
 * beside it, is added by whoever asked. Its reasons are in the order they are told: the first is the one the customer
 * hears. A `policyId` is a rule's `@id` or one of the engine's own: `policy_error`, `request_invalid`, `no_permit`.
 */
export interface Verdict
  extends Omit<
    PolicyDecision,
    'escalateAfterMs' | 'routes' | 'facts' | 'barred' | 'besideEffectOf' | 'decidedAt'
  > {
  /** Known for every action; a decision carries it only where somebody is asked. */
  readonly escalateAfterMs: number;
}
