import type { EffectSeen, Instant, TenantId } from '@countersign/domain';

/** Effects that came to be at the target from `from` on and before `to`. */
export interface EffectWindow {
  readonly tenant: TenantId;
  readonly from: Instant;
  readonly to: Instant;
}

/** An effect as the target's own ledger shows it. */
export type ListedEffect = EffectSeen;

/**
 * A page of the target's ledger, newest first. Only `next: 'end'` after every page makes a listing complete; a page
 * without an answer makes the whole listing none.
 */
export type EffectPage =
  | {
      readonly outcome: 'listed';
      readonly effects: readonly ListedEffect[];
      /** What the next page begins after. */
      readonly next: string | 'end';
      readonly source: string;
      readonly readAt: Instant;
    }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** How a capability offers its target's ledger for comparison. One call is one page; memory is one page. */
export type ListEffects = (window: EffectWindow, after?: string) => Promise<EffectPage>;
