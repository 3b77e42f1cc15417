import { describe, expect, test } from '@jest/globals';
import { rateLimits } from './rate-limits.js';

const limits = { customer: { perSecond: 2, burst: 5 }, tenant: { perSecond: 6 } };

async function waits(times: number, ask: () => Promise<number>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) all.push(await ask());
  return all;
}

describe('rate limits', () => {
  test('let a burst through and then say how long to wait', async () => {
    const { waitMs } = rateLimits(limits);
    const told = await waits(6, () => waitMs('fjordlight', 'ada'));
    expect(told.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(told[5]).toBeGreaterThan(0);
    expect(told[5]).toBeLessThanOrEqual(1_000);
  });

  test('of one person are not another’s, nor the same name’s in another tenant', async () => {
    const { waitMs } = rateLimits(limits);
    await waits(6, () => waitMs('fjordlight', 'ada'));
    expect(await waitMs('otherco', 'ada')).toBe(0);
    expect(await waitMs('fjordlight', 'ben')).toBe(0);
  });

  test('a refused flood takes nothing from its tenant', async () => {
    const { waitMs } = rateLimits(limits);
    await waits(100, () => waitMs('fjordlight', 'ada'));
    expect(await waitMs('fjordlight', 'ben')).toBe(0);
  });

  test('of a tenant hold over all its people', async () => {
    const { waitMs } = rateLimits(limits);
    const told = await Promise.all(Array.from({ length: 7 }, (_, n) => waitMs('fjordlight', `p-${n}`)));
    expect(told.filter((ms) => ms > 0)).toHaveLength(1);
  });

  test('without a burst are the plain rate', async () => {
    const { waitMs } = rateLimits({ ...limits, customer: { perSecond: 2, burst: 2 } });
    const told = await waits(3, () => waitMs('fjordlight', 'ada'));
    expect(told.map((ms) => ms > 0)).toEqual([false, false, true]);
  });
});
