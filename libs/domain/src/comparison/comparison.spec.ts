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
const notCompared = (askedBy: 'schedule' | 'person' = 'schedule'): ComparisonCommand => ({
  type: 'record_not_compared',
  fact: {
    ...{ target: 'payments', afterMs: 1, askedBy, window: { from: hour(8), to: hour(9) } },
    ...{ code: 'unreachable', why: 'No answer.', at },
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
    expect(state).toMatchObject({ failures: 1 });
    expect(after(begin, notCompared(), notCompared('person'), compared(8, 9))).toMatchObject({ failures: 0 });
  });

  it('records nothing before it was begun', () => {
    for (const command of [compared(8, 9), notCompared()]) {
      expect(decideComparison(command, noComparison)).toMatchObject({ code: 'not_begun' });
    }
  });
});
