import type { Instant, TenantId } from '@countersign/domain';

/** Effects that came to be at the target from `from` on and before `to`. */
export interface EffectWindow {
  readonly tenant: TenantId;
  readonly from: Instant;
  readonly to: Instant;
}

/** An effect as the target records it, whoever caused it. */
export interface ListedEffect {
  /** The target's own reference, `re_3Qk9d0`. */
  readonly reference: string;
  /** Whose effect it says it is; absent when it was made through another channel. */
  readonly operationId?: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly amountMinor?: number;
  readonly currency?: string;
  /** `pending` is accepted and may still fail (C21); `undone` failed or was cancelled and has no effect any more. */
  readonly standing: 'settled' | 'pending' | 'undone';
  /** The target's own word for it. */
  readonly status: string;
  readonly createdAt: Instant;
}

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
