import { describe, expect, it } from '@jest/globals';
import {
  type Comparison,
  type ComparisonCommand,
  comparedTo,
  decideComparison,
  evolveComparison,
  noComparison,
} from './comparison.js';
import type { ComparisonEventData } from './events.js';

const at = '2026-11-29T12:00:00.000Z';
const hour = (h: number) => `2026-11-29T${String(h).padStart(2, '0')}:00:00.000Z`;
const counts = { effects: 0, agreed: 0, inFlight: 0, underReview: 0, differences: 0, notRecorded: 0 };

const begin: ComparisonCommand = { type: 'begin', fact: { target: 'payments', from: hour(8), at } };
const compared = (
  from: number,
  to: number,
  over: Partial<ComparisonEventData<'LedgerCompared'>> = {},
): ComparisonCommand => ({
  type: 'record_compared',
  fact: {
    ...{ target: 'payments', afterMs: 1, askedBy: 'schedule', window: { from: hour(from), to: hour(to) } },
    ...{ counts, totals: [], source: 'payments /v1/refunds', at },
    ...over,
  },
});
const notCompared = (over: Partial<ComparisonEventData<'LedgerNotCompared'>> = {}): ComparisonCommand => ({
  type: 'record_not_compared',
  fact: {
    ...{ target: 'payments', afterMs: 1, askedBy: 'schedule', window: { from: hour(8), to: hour(9) } },
    ...{ code: 'unreachable', why: 'No answer.', at },
    ...over,
  },
});

function after(...commands: readonly ComparisonCommand[]): Comparison {
  return commands.reduce<Comparison>((state, command) => {
    const decision = decideComparison(command, state);
    return decision.outcome === 'accepted' ? decision.events.reduce(evolveComparison, state) : state;
  }, noComparison);
}

const doneTo = (state: Comparison, afterMs = 1) =>
  state.status === 'begun' ? comparedTo(state, afterMs) : 'absent';

describe('how far a ledger has been compared', () => {
  it('begins once, where it was begun first', () => {
    const again = { ...begin, fact: { ...begin.fact, from: hour(1) } } as ComparisonCommand;
    expect(doneTo(after(begin, again))).toBe(hour(8));
    expect(decideComparison(again, after(begin))).toEqual({ outcome: 'already_done' });
  });

  it('moves by windows that join, overlap or repeat, and never back', () => {
    expect(doneTo(after(begin, compared(8, 9), compared(8, 10)))).toBe(hour(10));
    expect(doneTo(after(begin, compared(8, 10), compared(8, 9)))).toBe(hour(10));
  });

  it('refuses a window that would leave a gap', () => {
    expect(decideComparison(compared(10, 11), after(begin, compared(8, 9)))).toMatchObject({ code: 'gap' });
  });

  it('counts each age on its own', () => {
    const state = after(begin, compared(8, 10), compared(8, 9, { afterMs: 86_400_000 }));
    expect([doneTo(state), doneTo(state, 86_400_000)]).toEqual([hour(10), hour(9)]);
  });

  it('is not moved by what a person asked for, nor by a window that could not be compared', () => {
    const state = after(begin, compared(8, 11, { askedBy: 'person' }), notCompared());
    expect(doneTo(state)).toBe(hour(8));
  });

  it('stays where it is while differences of a window have no item, and moves when each has one', () => {
    const left = { counts: { ...counts, differences: 12, notRecorded: 2 } };
    expect(doneTo(after(begin, compared(8, 10, left)))).toBe(hour(8));
    expect(doneTo(after(begin, compared(8, 10, left), compared(8, 10)))).toBe(hour(10));
  });

  it('records nothing before it was begun', () => {
    for (const command of [compared(8, 9), notCompared()]) {
      expect(decideComparison(command, noComparison)).toMatchObject({ code: 'not_begun' });
    }
  });
});

describe('a ledger that cannot be read', () => {
  const reading = (...commands: readonly ComparisonCommand[]) => {
    const state = after(begin, ...commands);
    return state.status === 'begun' ? state.reading : state;
  };
  const later = notCompared({ at: hour(13), code: 'not_authorized' });

  it('is failing since the first time in a row, and says what the last one was', () => {
    expect(reading(notCompared(), later)).toMatchObject({
      ...{ status: 'failing', times: 2, since: at, last: { code: 'not_authorized', at: hour(13) } },
    });
  });

  it('is fine again with the first window that was read, whoever asked for it', () => {
    expect(reading(notCompared(), later, compared(8, 9))).toEqual({ status: 'fine' });
    expect(reading(notCompared(), compared(8, 9, { askedBy: 'person' }))).toEqual({ status: 'fine' });
    expect(reading(notCompared(), compared(8, 9), later)).toMatchObject({ times: 1, since: hour(13) });
  });

  it('is not failing by what a person tried, nor by a window that was too young', () => {
    expect(reading(notCompared({ askedBy: 'person' }), notCompared({ code: 'too_early' }))).toEqual({
      status: 'fine',
    });
  });
});
