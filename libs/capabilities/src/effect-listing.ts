import type { EffectSeen, Instant, TenantId, UnreadableRecord } from '@countersign/domain';

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
      /** Records that are there and cannot be read; with one of them, a listing proves no absence. */
      readonly unreadable: readonly UnreadableRecord[];
      /** What the next page begins after. */
      readonly next: string | 'end';
      readonly source: string;
      readonly readAt: Instant;
    }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** How a capability offers a ledger for comparison. One call is one page; memory is one page. */
export type ListEffects = (window: EffectWindow, after?: string) => Promise<EffectPage>;

/** The ledgers of a capability, by the name of their system, as its actions' `target` and its needs name it. */
export type Ledgers = Readonly<Record<string, ListEffects>>;

/** What a client answers for one page; `listLedger` of `@countersign/connectors/json/read` answers so. */
type LedgerRead =
  | {
      readonly outcome: 'found';
      readonly value: Pick<Extract<EffectPage, { outcome: 'listed' }>, 'effects' | 'unreadable' | 'next'>;
      readonly readAt: Instant;
      readonly source: string;
    }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'no_answer'; readonly code: string };

/** Lists the ledger that a client reads page by page. */
export function ledgerOf(
  read: (asked: EffectWindow & { readonly after?: string }) => Promise<LedgerRead>,
): ListEffects {
  return async (window, after) => {
    const page = await read({ ...window, ...(after === undefined ? {} : { after }) });
    if (page.outcome === 'no_answer') return { outcome: 'no_answer', code: page.code };
    // What the page should begin after is gone: whatever was read before is not a whole listing.
    if (page.outcome === 'not_found') return { outcome: 'no_answer', code: 'listing_incomplete' };
    return { outcome: 'listed', ...page.value, source: page.source, readAt: page.readAt };
  };
}
