import type { Comparison } from '@countersign/domain';
import { describe, expect, it } from '@jest/globals';
import { standingOf, stuckOf } from './ledger-standing.js';

const at = '2026-11-30T10:00:00.000Z';
const limits = { settleMs: 1, failuresMax: 3 };
const begun = { status: 'begun', target: 'payments', from: at, comparedTo: {} } as const;
const failed = (times: number): Comparison => ({
  ...begun,
  reading: {
    ...{ status: 'failing', times, since: at },
    last: {
      ...{ target: 'payments', afterMs: 1, askedBy: 'schedule', window: { from: at, to: at }, at },
      ...{ code: 'not_authorized', why: 'payments was not read to the end (not_authorized).' },
    },
  },
});

describe('how the comparison of a ledger stands', () => {
  it('is fine until a window failed, and needs people only after so many in a row', () => {
    const states = [standingOf('payments', { ...begun, reading: { status: 'fine' } }, limits)];
    for (const times of [1, 2, 3, 4]) states.push(standingOf('payments', failed(times), limits));
    expect(states.map(({ state }) => state)).toEqual(['fine', 'failing', 'failing', 'stuck', 'stuck']);
    expect(standingOf('payments', { status: 'absent' }, limits)).toMatchObject({ state: 'not_begun' });
  });

  it('is told with the last reason, since when, and what may be done', () => {
    const item = stuckOf(standingOf('payments', failed(4), limits));
    expect(item).toMatchObject({ failures: 4, failingSince: at, code: 'not_authorized' });
    expect(item.sentence).toBe(
      `The ledger of payments could not be compared 4 times in a row since ${at}; up to ${at} it was. payments was not read to the end (not_authorized).`,
    );
    expect(item.steps.map(({ step }) => step)).toEqual(['mend_access', 'compare_now']);
  });
});
