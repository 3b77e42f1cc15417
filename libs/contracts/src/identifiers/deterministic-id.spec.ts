import { describe, expect, it } from '@jest/globals';
import { deterministicId, eventIdOf } from './deterministic-id.js';

describe('deterministic ids', () => {
  it.each([
    ['e1', 'decide-policy', 0, '1d288bd0-ac2e-5b4f-8ce8-7578805f127d'],
    ['e1', 'decide-policy', 1, 'ed4163d7-9324-53b3-b1a1-f5fd94e73e39'],
    ['e2', 'decide-policy', 0, 'f7e0d715-4db7-5724-ab82-8d34775460c5'],
    ['e1', 'request-approval', 0, 'da4523d5-f1e3-54ef-8cc1-f0c4ba721b05'],
  ])('the id of what %s makes %s append as number %d is frozen', (cause, rule, ordinal, id) => {
    expect(eventIdOf(cause, rule, ordinal)).toBe(id);
  });
  it('are UUIDs of version 5', () => {
    expect(deterministicId('case', 'fjordlight', 'k1')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
    expect(deterministicId('case', 'fjordlight', 'k1')).toBe('08264ab0-54cc-5757-9437-bc35659a45cc');
  });
  it('do not mix up where one part ends and the next begins', () => {
    expect(deterministicId('ab', 'c')).not.toBe(deterministicId('a', 'bc'));
    expect(deterministicId('a', '')).not.toBe(deterministicId('a'));
  });
});
