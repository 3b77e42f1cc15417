import { describe, expect, it } from '@jest/globals';
import { currentTraceparent, parseTraceparent, withTraceparent } from './traceparent.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parent = `00-${traceId}-b7ad6b7169203331-01`;

describe('traceparent', () => {
  it('is read', () => {
    expect(parseTraceparent(parent)).toEqual({ traceId, spanId: 'b7ad6b7169203331', sampled: true });
    expect(parseTraceparent(parent.replace(/01$/, '00'))?.sampled).toBe(false);
  });

  it.each([
    undefined,
    '',
    'x',
    `01-${traceId}-b7ad6b7169203331-01`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    parent.toUpperCase(),
    `${parent}\n`,
  ])('is none when it is %j', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });

  it('follows asynchronous work and ends with it', async () => {
    const seen = await withTraceparent(parent, async () => {
      await Promise.resolve();
      return currentTraceparent();
    });
    expect(seen).toBe(parent);
    expect(currentTraceparent()).toBeUndefined();
    expect(withTraceparent('nonsense', currentTraceparent)).toBeUndefined();
  });
});
