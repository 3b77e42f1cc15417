import type { RecordedEvent } from '@countersign/contracts';
import { describe, expect, test } from '@jest/globals';
import { someEvent } from '../testing/events.js';
import { StreamCache } from './stream-cache.js';

const tenant = 'fjordlight';
const stream = 'case-1';
const at = (version: number): RecordedEvent => ({
  ...someEvent('FactUnknown', { reason: `r${version}` }),
  ...{ tenant, stream, version, position: String(version), transactionId: '1' },
  ...{
    recordedAt: '2026-11-29T12:00:00Z',
    previousHash: '',
    hash: '',
    recordedBy: 'countersign_coordinator',
  },
});

describe('folded streams in memory', () => {
  let nowMs = 0;
  const cache = () =>
    new StreamCache<number>(
      { category: 'case', initial: 0, evolve: (sum) => sum + 1 },
      undefined,
      () => nowMs,
    );

  test('are read anew after a minute, so that nobody forgotten stays readable', () => {
    const kept = cache();
    kept.extend(tenant, stream, [at(1)]);
    nowMs += 59_000;
    kept.observe(at(2));
    expect(kept.find(tenant, stream)).toMatchObject({ state: 2, version: 2 });
    nowMs += 1_000;
    expect(kept.find(tenant, stream)).toBeUndefined();
    kept.observe(at(3));
    expect(kept.find(tenant, stream)).toBeUndefined();
  });

  test('are let go of at once when somebody is forgotten', () => {
    const kept = cache();
    kept.extend(tenant, stream, [at(1)]);
    kept.clear();
    expect(kept.find(tenant, stream)).toBeUndefined();
  });

  test('never make a beginning out of a later part', () => {
    expect(cache().extend(tenant, stream, [at(2), at(3)])).toMatchObject({ state: 0, version: 0 });
  });
});
