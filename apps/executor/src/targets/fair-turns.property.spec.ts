import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FairTurns } from './fair-turns.js';

/** Executions that go on until they are let go, and the order in which they began. */
function world(underWayMax: number, ofOneTenantMax: number) {
  const turns = new FairTurns({ underWayMax, ofOneTenantMax });
  const began: string[] = [];
  const ends: { tenant: string; end: () => void; over: Promise<void> }[] = [];
  const ask = (tenant: string) => {
    const gate = Promise.withResolvers<void>();
    const over = turns.run(tenant, () => {
      began.push(tenant);
      ends.push({ tenant, end: gate.resolve, over });
      return gate.promise;
    });
    return settle();
  };
  const settle = async () => {
    for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
  };
  const endFirst = async () => {
    const first = ends.shift();
    first?.end();
    await first?.over;
    await settle();
  };
  return { turns, began, ask, endFirst };
}

describe('turns at one target', () => {
  test('a tenant with five hundred waiting leaves room for another’s single one', async () => {
    const { turns, began, ask } = world(16, 12);
    for (let n = 0; n < 500; n += 1) await ask('busy');
    expect([turns.underWay, turns.waiting]).toEqual([12, 488]);
    await ask('quiet');
    expect(began.at(-1)).toBe('quiet');
  });

  test('whoever waits is served in turn, not by how much waits', async () => {
    const { began, ask, endFirst } = world(1, 1);
    for (const tenant of ['a', 'a', 'a', 'b', 'c', 'b']) await ask(tenant);
    for (let n = 0; n < 5; n += 1) await endFirst();
    expect(began.join('')).toBe('aabcab');
  });

  test('an execution that fails gives its place back', async () => {
    const { turns } = world(1, 1);
    await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.run('a', async () => 'done')).toBe('done');
    expect([turns.underWay, turns.waiting]).toEqual([0, 0]);
  });

  test('never more than allowed, never fewer than there is room for, and all come to their turn', async () => {
    const tenants = fc.constantFrom('a', 'b', 'c');
    const asks = fc.array(tenants, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(asks, fc.integer({ min: 1, max: 5 }), async (asked, max) => {
        const share = Math.ceil(max * 0.75);
        const { turns, began, ask, endFirst } = world(max, share);
        for (const tenant of asked) await ask(tenant);
        for (let n = 0; n < asked.length; n += 1) {
          expect(turns.underWay).toBeLessThanOrEqual(max);
          await endFirst();
        }
        expect([...began].sort()).toEqual([...asked].sort());
      }),
      { numRuns: 50 },
    );
  });
});
