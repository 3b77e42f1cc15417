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

export interface Looked extends Omit<Tried, 'retries' | 'retryAfterMs'> {
  /** Looks for the own effect that there were already. */
  readonly looks: number;
  /** From when on a look can answer, where that is known. */
  readonly answersInMs?: number;
}

/** How long to wait before the next try, or `exhausted`. Exponential with full jitter, never sooner than asked. */
export function nextTry(limits: RetryLimits, tried: Tried): number | 'exhausted' {
  if (tried.retries + 1 >= limits.attemptsMax) return 'exhausted';
  const waitMs = Math.max(tried.retryAfterMs ?? 0, backoff(limits, tried.retries, tried.fraction));
  return tried.elapsedMs + waitMs > limits.elapsedMaxMs ? 'exhausted' : waitMs;
}

/** The same for a look: bounded in time alone, and where it is known when it can answer, by that instant. */
export function nextLook(limits: RetryLimits, looked: Looked): number | 'exhausted' {
  const waitMs = backoff(limits, looked.looks, looked.fraction);
  if (looked.answersInMs !== undefined) return Math.max(waitMs, looked.answersInMs);
  return looked.elapsedMs + waitMs > limits.elapsedMaxMs ? 'exhausted' : waitMs;
}

function backoff({ baseMs, ceilingMs }: RetryLimits, before: number, fraction: number): number {
  const ceiling = Math.min(ceilingMs, baseMs * 2 ** Math.min(before, 30));
  return Math.ceil(ceiling / 2 + (ceiling / 2) * fraction);
}
