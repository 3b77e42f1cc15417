import { describe, expect, test } from '@jest/globals';
import { type AnsweredComparison, days, together } from './ask-comparison.js';
import { printComparison } from './print-comparison.js';

const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`;
const none = { effects: 0, agreed: 0, inFlight: 0, underReview: 0, differences: 0, notRecorded: 0 };
const answer = (from: number, to: number, over: Partial<AnsweredComparison> = {}): AnsweredComparison => ({
  ...{ outcome: 'compared', system: 'payments', window: { from: at(from), to: at(to) }, code: 'compared' },
  ...{ counts: none, totals: [], differences: [], notShown: 0, reports: [] },
  ...over,
});
const difference = (differenceId: string) => ({
  ...{ differenceId, kind: 'two_effects', sentence: 'payments holds two', proposalId: 'p' },
});

describe('a window of several days', () => {
  test('is asked for day by day, and ends where it ends', () => {
    expect(days({ from: at(1), to: '2026-11-02T06:00:00.000Z' })).toEqual([
      { from: at(1), to: at(2) },
      { from: at(2), to: '2026-11-02T06:00:00.000Z' },
    ]);
  });

  test('is summed, and a difference that two days see is one', () => {
    const eur = { currency: 'EUR', targetMinor: 100, oursMinor: 90 };
    const one = { totals: [eur], counts: { ...none, effects: 2 }, differences: [difference('a')] };
    const other = { ...one, differences: [difference('a'), difference('b')] };
    const whole = together(answer(1, 2, one), answer(2, 3, other));
    expect(whole.window).toEqual({ from: at(1), to: at(3) });
    expect(whole.totals).toEqual([{ currency: 'EUR', targetMinor: 200, oursMinor: 180 }]);
    expect(whole.counts).toMatchObject({ effects: 4 });
    expect(whole.differences.map(({ differenceId }) => differenceId)).toEqual(['a', 'b']);
  });
});

describe('what is printed', () => {
  const printed = (of: AnsweredComparison, dryRun = false) => {
    const lines: string[] = [];
    const plain = (text: string) => text;
    const paint = { bold: plain, dim: plain, good: plain, bad: plain, accent: plain };
    printComparison(of, dryRun, { paint, line: (text = '') => void lines.push(text) });
    return lines.join('\n');
  };

  test('sets both sums beside each other, each currency in its own units', () => {
    const totals = [
      { currency: 'EUR', targetMinor: 4_200, oursMinor: 7_900 },
      { currency: 'JPY', targetMinor: 9_899, oursMinor: 9_899 },
    ];
    const text = printed(answer(1, 2, { totals, differences: [difference('0123456789')] }), true);
    expect(text).toMatch(/42\.00 EUR\s+79\.00 EUR\s+differs\n\s+9,899 JPY\s+9,899 JPY\n/);
    expect(text).toContain('01234567  two effects: payments holds two.');
    expect(text).toContain('Nothing was recorded.');
  });

  test('says that they agree only when no person has one of them already', () => {
    expect(printed(answer(1, 2))).toContain('The ledgers agree.');
    const held = printed(answer(1, 2, { counts: { ...none, underReview: 1 } }));
    expect(held).toContain('On everything else the ledgers agree.');
  });

  test('says how many more there are, how many were settled, and what the target said by itself', () => {
    const counts = { ...none, differences: 6, settled: 2 };
    const report = { ...difference('fedcba9876'), kind: 'report_unplaced', sentence: 'payments says so' };
    const over = { counts, differences: [difference('0123456789')], notShown: 3, reports: [report] };
    const text = printed(answer(1, 2, over));
    expect(text).toContain('2 differences of that time were settled by people.');
    expect(text).toContain('4 differences:');
    expect(text).toContain('and 3 more, each of which gets its item in turn.');
    expect(text).toContain('1 report of payments in that time belongs to no proposal:');
    expect(text).toContain('fedcba98  report unplaced: payments says so.');
  });

  test('says of what was not read that nothing is concluded, and shows no sum', () => {
    const text = printed(answer(1, 2, { outcome: 'not_compared', code: 'server_error', counts: null }));
    expect(text).toContain('Not compared (server error)');
    expect(text).not.toContain('agree');
  });
});
