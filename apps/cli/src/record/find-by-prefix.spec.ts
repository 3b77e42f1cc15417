import { describe, expect, test } from '@jest/globals';
import { findByPrefix } from './find-by-prefix.js';

const tenant = 'fjordlight';
const holding = (...streams: string[]) => ({
  query: async <Row extends object>() => streams.map((stream) => ({ tenant, stream })) as unknown as Row[],
});

describe('finding by the beginning of an id', () => {
  test('one proposal or case is found, with its kind', async () => {
    const id = '5d1c0a7b-2a51-5b6e-9d0d-1c7a3c1f4821';
    expect(await findByPrefix(holding(`proposal-${id}`), '5d1c0a')).toMatchObject({ kind: 'proposal', id });
    expect(await findByPrefix(holding(`case-${id}`), '5d1c0a')).toMatchObject({ kind: 'case', id });
  });

  test('none is one sentence', async () => {
    await expect(findByPrefix(holding(), '5d1c0a')).rejects.toThrow(
      'There is no proposal and no case whose id begins with 5d1c0a.',
    );
  });

  test('several are named, and never one of them taken', async () => {
    await expect(findByPrefix(holding('case-5d1c0a1', 'proposal-5d1c0a2'), '5d1c0a')).rejects.toThrow(
      'More than one begins with 5d1c0a: case 5d1c0a1, proposal 5d1c0a2. Give more of the id.',
    );
  });
});
