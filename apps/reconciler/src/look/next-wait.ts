import type { Drafted, Instant } from '@countersign/domain';
import type { LookHistory } from './history.js';
import { looksGoOn } from './review.js';
import { type LookLimits, nextLookMs, reviewLookMs, reviewLooksForMs, windowLeftMs } from './schedule.js';

interface Last {
  readonly limits: LookLimits;
  readonly last: { readonly code: string; readonly at: Instant };
}

/** The wait that the last scheduled look set, without its jitter; undefined when it set none. */
export function nextWaitMs(state: Drafted, history: LookHistory, { limits, last }: Last): number | undefined {
  if (state.status === 'in_review') {
    const goesOn = Date.parse(last.at) - Date.parse(state.review.at) < reviewLooksForMs;
    const isAlone = state.after === 'refusal' || !looksGoOn(state.review.reason);
    return goesOn && !isAlone ? reviewLookMs(limits, 0) : undefined;
  }
  if (state.status !== 'outcome_unknown' && state.status !== 'succeeded') return undefined;
  const before = Math.max(0, history.unreachable + history.inconclusive - 1);
  const waitMs = nextLookMs(limits, before, 0);
  return last.code === 'too_early' ? Math.max(waitMs, windowLeftMs(limits, history, last.at)) : waitMs;
}
