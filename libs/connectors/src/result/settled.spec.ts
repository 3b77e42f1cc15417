import { describe, expect, it } from '@jest/globals';
import { settledBy } from './settled.js';

const lastSentAt = '2026-11-29T12:00:00.000Z';
const at = (ms: number) => Date.parse(lastSentAt) + ms;

describe('a look that found nothing', () => {
  it('is believed from the end of the window on', () => {
    const settled = { settled: true, settledAt: '2026-11-29T12:01:00.000Z' };
    expect(settledBy(at(60_000), { lastSentAt, settleWindowMs: 60_000 })).toEqual(settled);
    expect(settledBy(at(90_000), { lastSentAt, settleWindowMs: 60_000 })).toEqual(settled);
  });

  it('is not believed before, and says how long it takes', () => {
    const early = { settled: false, waitMs: 1 };
    expect(settledBy(at(59_999), { lastSentAt, settleWindowMs: 60_000 })).toEqual(early);
  });

  it.each([
    ['by whoever was not told how long a request may be on its way', lastSentAt, Number.POSITIVE_INFINITY],
    ['where nobody knows when it was sent', 'yesterday', 0],
  ])('is never believed %s', (_, sent, settleWindowMs) => {
    const look = settledBy(Number.MAX_SAFE_INTEGER, { lastSentAt: sent, settleWindowMs });
    expect(look).toEqual({ settled: false });
  });
});
