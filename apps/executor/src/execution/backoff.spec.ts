import { describe, expect, it } from '@jest/globals';
import { nextLook, nextTry } from './backoff.js';

const limits = { attemptsMax: 6, elapsedMaxMs: 60_000, baseMs: 1_000, ceilingMs: 8_000 };

describe('the next try', () => {
  it.each([
    [0, 0, 500],
    [0, 0.999, 1_000],
    [1, 0, 1_000],
    [3, 0, 4_000],
    [4, 0, 4_000],
  ])(
    'after %i retries, with chance %f, waits %i ms: exponential, jittered, capped',
    (retries, fraction, waitMs) => {
      expect(nextTry(limits, { retries, fraction, elapsedMs: 0 })).toBe(waitMs);
    },
  );

  it('comes no sooner than the target asked for, though that is past our own ceiling', () => {
    expect(nextTry(limits, { retries: 0, fraction: 0, elapsedMs: 0, retryAfterMs: 20_000 })).toBe(20_000);
  });

  it('does not come when the tries are used up', () => {
    expect(nextTry(limits, { retries: 4, fraction: 0, elapsedMs: 0 })).not.toBe('exhausted');
    expect(nextTry(limits, { retries: 5, fraction: 0, elapsedMs: 0 })).toBe('exhausted');
  });

  it('does not come when it would begin after the time is over', () => {
    expect(nextTry(limits, { retries: 0, fraction: 0, elapsedMs: 59_500 })).toBe(500);
    expect(nextTry(limits, { retries: 0, fraction: 0, elapsedMs: 59_501 })).toBe('exhausted');
    expect(nextTry(limits, { retries: 0, fraction: 0, elapsedMs: 0, retryAfterMs: 60_001 })).toBe(
      'exhausted',
    );
  });
});

describe('the next look at what earlier calls did', () => {
  const looked = { looks: 9, fraction: 0, elapsedMs: 0 };
  it('comes however often it was looked, as long as there is time', () => {
    expect(nextLook(limits, looked)).toBe(4_000);
    expect(nextLook(limits, { ...looked, elapsedMs: 56_001 })).toBe('exhausted');
  });
  it('comes when it can answer and not before, whatever time that takes', () => {
    expect(nextLook(limits, { ...looked, looks: 0, answersInMs: 70_000 })).toBe(70_000);
    expect(nextLook(limits, { ...looked, answersInMs: 10, elapsedMs: 59_000 })).toBe(4_000);
  });
});
