import { DelegateBackoff, handleWhenResult, retry } from 'cockatiel';
import type { NoAnswer, ReadResult } from '../result/read-result.js';

const ATTEMPTS_MAX = 3;
const FIRST_DELAY_MS = 100;
/** A target that asks for more patience than this gets it from the caller's schedule, not from a held worker. */
const WAIT_MAX_MS = 2_000;

/**
 * Repeats a read that got no answer: three attempts, full jitter over 100 and 200 ms, or the wait the target
 * asked for. Only for reads: a write that is repeated here could not be told from two writes.
 */
export function repeatRead<T>(
  read: () => Promise<ReadResult<T>>,
  random: () => number = Math.random,
): Promise<ReadResult<T>> {
  const policy = retry(handleWhenResult(isWorthRepeating), {
    maxAttempts: ATTEMPTS_MAX - 1,
    backoff: new DelegateBackoff(({ attempt, result }) => {
      const asked = 'value' in result && isNoAnswer(result.value) ? (result.value.retryAfterMs ?? 0) : 0;
      return asked + random() * FIRST_DELAY_MS * 2 ** (attempt - 1);
    }),
  });
  return policy.execute(read);
}

function isWorthRepeating(result: unknown): boolean {
  if (!isNoAnswer(result) || (result.retryAfterMs ?? 0) > WAIT_MAX_MS) return false;
  return result.code !== 'not_authorized' && result.code !== 'refused';
}

function isNoAnswer(result: unknown): result is NoAnswer {
  return (
    typeof result === 'object' && result !== null && 'outcome' in result && result.outcome === 'no_answer'
  );
}
