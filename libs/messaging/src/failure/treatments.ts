import type { Source } from '../delivery/delivery.js';
import type { FailureKind } from './failure.js';

/** What becomes of a message whose rule failed. */
export type Treatment =
  | { readonly step: 'done' }
  | {
      readonly step: 'try_again';
      /** Tries in all, the first included. Not counted while the store is away. */
      readonly attemptsMax: number;
      /** Full jitter: a random wait below `baseMs` doubled every try, at most `ceilingMs`. */
      readonly backoff: { readonly baseMs: number; readonly ceilingMs: number };
      /** By what was heard: an event is folded from its stream in order anyway, a message is in no stream yet. */
      readonly afterwards: Readonly<Record<Source, 'park' | 'halt'>>;
    }
  | { readonly step: 'park' }
  | { readonly step: 'halt' };

/**
 * The one table of treatments.
 *
 * `park`: kept aside with its bytes and the reason; the next message of the stream goes on.
 * `halt`: kept aside too, and later messages of that stream wait behind it in this service, until an operator
 * retries it. Other streams and other services go on. So it is with what people wrote: “never mind” must not be heard
 * before the request that it takes back, nor an approval before the no that came first.
 */
export const treatments: Readonly<Record<FailureKind, Treatment>> = {
  rejection: { step: 'done' },
  retryable: {
    step: 'try_again',
    attemptsMax: 12,
    backoff: { baseMs: 50, ceilingMs: 10_000 },
    afterwards: { event: 'park', timer: 'park', message: 'halt' },
  },
  poison: { step: 'park' },
  // Heard once more, so that the rule finds the start in the stream and records it; never sent again blindly.
  outcome_unknown: {
    step: 'try_again',
    attemptsMax: 2,
    backoff: { baseMs: 0, ceilingMs: 0 },
    afterwards: { event: 'halt', timer: 'halt', message: 'halt' },
  },
  bug: { step: 'halt' },
};

/** Milliseconds to wait before try `attempt + 1`; `fraction` is in [0, 1). */
export function backoffMs(
  { baseMs, ceilingMs }: { readonly baseMs: number; readonly ceilingMs: number },
  attempt: number,
  fraction: number,
): number {
  return Math.floor(fraction * Math.min(ceilingMs, baseMs * 2 ** Math.min(attempt, 30)));
}
