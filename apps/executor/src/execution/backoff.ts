import type { RetryLimits } from '../config.js';

export interface Tried {
  /** Retries there were already. */
  readonly retries: number;
  readonly elapsedMs: number;
  /** In [0, 1). */
  readonly fraction: number;
  /** What the target asked us to wait, if it did. */
  readonly retryAfterMs?: number;
}

/** How long to wait before the next try, or `exhausted`. Exponential with full jitter, never sooner than asked. */
export function nextTry(limits: RetryLimits, tried: Tried): number | 'exhausted' {
  if (tried.retries + 1 >= limits.attemptsMax) return 'exhausted';
  const ceiling = Math.min(limits.ceilingMs, limits.baseMs * 2 ** Math.min(tried.retries, 30));
  const waitMs = Math.max(tried.retryAfterMs ?? 0, Math.ceil(ceiling / 2 + (ceiling / 2) * tried.fraction));
  return tried.elapsedMs + waitMs > limits.elapsedMaxMs ? 'exhausted' : waitMs;
}
