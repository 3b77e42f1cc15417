import { describe, expect, test } from '@jest/globals';
import { Lanes } from './lanes.js';

/** Jobs that run until they are let go, and the order in which they began. */
function world(options: { parallelMax: number; ofOneTenantMax: number }) {
  const lanes = new Lanes({ ...options, wait: () => new Promise(() => undefined) });
  const began: string[] = [];
  const running = new Map<string, () => void>();
  const push = (tenant: string, name: string) => {
    const run = () =>
      new Promise<'done'>((end) => {
        began.push(name);
        running.set(name, () => end('done'));
      });
    lanes.push({ order: name, tenant, run });
  };
  const end = async (name: string) => {
    running.get(name)?.();
    // The lane's own turn comes after the promise's.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { push, end, began };
}

describe('lanes of several tenants', () => {
  test('one with five hundred jobs does not delay the only one of another', () => {
    const { push, began } = world({ parallelMax: 8, ofOneTenantMax: 6 });
    for (let n = 0; n < 500; n += 1) push('busy', `busy-${n}`);
    expect(began).toHaveLength(6);
    push('quiet', 'quiet-1');
    expect(began).toHaveLength(7);
    expect(began.at(-1)).toBe('quiet-1');
  });

  test('take turns when all of them have more than there is room for', async () => {
    const { push, end, began } = world({ parallelMax: 2, ofOneTenantMax: 2 });
    for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'b-1', 'b-2']) push(name.slice(0, 1), name);
    for (const name of ['a-1', 'a-2', 'a-3', 'b-1', 'a-4']) await end(name);
    expect(began).toEqual(['a-1', 'a-2', 'a-3', 'b-1', 'a-4', 'b-2']);
  });

  test('a tenant alone has all that is its own, and the jobs of a stream stay in order', async () => {
    const { push, end, began } = world({ parallelMax: 4, ofOneTenantMax: 3 });
    for (let n = 1; n <= 4; n += 1) push('a', `a-${n}`);
    push('a', 'a-1');
    expect(began).toEqual(['a-1', 'a-2', 'a-3']);
    await end('a-1');
    expect(began).toEqual(['a-1', 'a-2', 'a-3', 'a-4']);
    await end('a-2');
    expect(began.at(-1)).toBe('a-1');
  });
});
