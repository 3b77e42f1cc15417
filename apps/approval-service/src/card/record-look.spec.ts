import { describe, expect, it } from '@jest/globals';
import { at, draftOf, id } from '../testing/samples.js';
import { lookThrough, type Records } from './record-look.js';

type Reads = NonNullable<ReturnType<Records['byName']>>;
const broken: unknown[] = [];
const lookWith = (situation: Reads['situation'], differences: readonly string[] = []) =>
  lookThrough(
    { byName: () => ({ situation, differences: () => differences }) },
    {
      now: () => at(1),
      onBroken: (cause) => broken.push(cause),
    },
  )(draftOf(id));
const read = async () => ({ outcome: 'read', records: {}, readAt: at(0) }) as const;

describe('a look at the record', () => {
  it('finds it as it was proposed, or says in words what changed', async () => {
    expect(await lookWith(read)).toEqual({ outcome: 'as_proposed', readAt: at(0) });
    expect(await lookWith(read, ['x'])).toEqual({ outcome: 'changed', differences: ['x'], readAt: at(0) });
  });

  it('counts what is gone as a change', async () => {
    const gone = await lookWith(async () => ({ outcome: 'gone', difference: 'order 4821 is gone.' }));
    expect(gone).toEqual({ outcome: 'changed', differences: ['order 4821 is gone.'], readAt: at(1) });
  });

  it('never takes silence for agreement', async () => {
    const silent = await lookWith(async () => ({ outcome: 'no_answer', code: 'orders_timeout' }));
    expect(silent).toEqual({ outcome: 'no_answer', code: 'orders_timeout' });
    const unknown = lookThrough({ byName: () => undefined }, { now: () => at(1), onBroken: () => undefined });
    expect(await unknown(draftOf(id))).toEqual({ outcome: 'no_answer', code: 'capability_unknown' });
  });

  it('does not throw when the reading breaks, and tells of it', async () => {
    const fault = new Error('bug');
    const look = await lookWith(() => Promise.reject(fault));
    expect(look).toEqual({ outcome: 'no_answer', code: 'look_failed' });
    expect(broken).toEqual([fault]);
  });
});
