import { lastArrivalMs } from '@countersign/domain';
import type { EnvironmentReader } from './environment.js';

const minute = 60_000;

/**
 * How long after a request was sent an empty listing proves that it had no effect. Milliseconds, `SETTLE_WINDOW_MS`.
 *
 * A window that ends while a request may still be on its way would call that request absent, and it would be sent
 * twice; one that ends while a target's listing still lags would call what was done absent. Executor and reconciler read
 * it each from its own environment, so whoever sends writes the end of its window on record (`settlesAt`), and whoever
 * looks waits for the later of the two.
 */
export function settleWindowOf(read: EnvironmentReader): number {
  const callTimeoutMs = read.whole('CALL_TIMEOUT_MS', { min: 50, max: 120_000 }, 10_000);
  const settleWindowMs = read.whole('SETTLE_WINDOW_MS', { min: 0, max: 60 * minute }, minute);
  if (settleWindowMs <= lastArrivalMs(callTimeoutMs)) {
    read.refuse(
      'SETTLE_WINDOW_MS',
      'is not longer than a request may be on its way: CALL_TIMEOUT_MS to be sent, and CALL_TIMEOUT_MS to arrive',
    );
  }
  return settleWindowMs;
}
