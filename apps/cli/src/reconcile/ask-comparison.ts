import type { ComparedCounts, ComparedTotal, ComparedWindow } from '@countersign/domain';
import { call } from '../demo/json-calls.js';

/** A difference as the reconciler answers it. */
export interface AnsweredDifference {
  readonly differenceId: string;
  readonly kind: string;
  readonly sentence: string;
  readonly proposalId: string;
}

/** The answer to one window, or to several that were put together. */
export interface AnsweredComparison {
  readonly outcome: 'compared' | 'not_compared';
  readonly system: string;
  readonly window: ComparedWindow;
  readonly code: string;
  readonly counts: ComparedCounts | null;
  readonly totals: readonly ComparedTotal[];
  /** What is not settled, as many as one answer holds, and how many more there are. */
  readonly differences: readonly AnsweredDifference[];
  readonly notShown: number;
  /** What the target said in that time of something that no proposal of ours stands for. */
  readonly reports: readonly AnsweredDifference[];
}

/** How far a ledger was compared by itself. */
export interface AnsweredLedger {
  readonly system: string;
  readonly state: 'not_begun' | 'fine' | 'failing' | 'stuck';
  readonly failures: number;
  readonly failingSince: string;
  readonly why: string;
}

export interface ComparisonQuestion {
  readonly url: string;
  readonly token: string;
  readonly target: string;
  readonly window: ComparedWindow;
  readonly dryRun: boolean;
}

export function askLedgers({ url, token }: { url: string; token: string }): Promise<AnsweredLedger[]> {
  return call<AnsweredLedger[]>(`${url}/v1/comparisons`, { token });
}

const dayMs = 86_400_000;
/** A window is read whole before it is answered. */
const withinMs = 600_000;

/**
 * Has the window compared day by day, and puts the answers together. The first day that cannot be compared ends it:
 * a sum over what was read would look like a whole.
 */
export async function askComparison(asked: ComparisonQuestion): Promise<AnsweredComparison> {
  const { url, token, target, window, dryRun } = asked;
  let whole: AnsweredComparison | undefined;
  for (const { from, to } of days(window)) {
    const body = { target, from, to, dryRun };
    const part = await call<AnsweredComparison>(`${url}/v1/comparisons`, { token, body, withinMs });
    if (part.outcome === 'not_compared') return part;
    whole = whole === undefined ? part : together(whole, part);
    // The newest end was left out; the days after it are younger still.
    if (Date.parse(part.window.to) < Date.parse(to)) break;
  }
  if (whole === undefined) throw new Error('A window has at least one day');
  return whole;
}

export function days({ from, to }: ComparedWindow): readonly ComparedWindow[] {
  const windows: ComparedWindow[] = [];
  const endMs = Date.parse(to);
  for (let startMs = Date.parse(from); startMs < endMs; startMs += dayMs) {
    const untilMs = Math.min(startMs + dayMs, endMs);
    windows.push({ from: new Date(startMs).toISOString(), to: new Date(untilMs).toISOString() });
  }
  return windows;
}

/** Two windows that join, as one. A difference that both of them see is one difference. */
export function together(first: AnsweredComparison, second: AnsweredComparison): AnsweredComparison {
  return {
    ...first,
    window: { from: first.window.from, to: second.window.to },
    counts: sumOfCounts(first.counts, second.counts),
    totals: sumOfTotals([...first.totals, ...second.totals]),
    differences: once([...first.differences, ...second.differences]),
    notShown: first.notShown + second.notShown,
    reports: once([...first.reports, ...second.reports]),
  };
}

const once = (all: readonly AnsweredDifference[]): readonly AnsweredDifference[] => [
  ...new Map(all.map((one) => [one.differenceId, one])).values(),
];

function sumOfCounts(a: ComparedCounts | null, b: ComparedCounts | null): ComparedCounts | null {
  if (a === null || b === null) return null;
  return {
    effects: a.effects + b.effects,
    agreed: a.agreed + b.agreed,
    inFlight: a.inFlight + b.inFlight,
    underReview: a.underReview + b.underReview,
    differences: a.differences + b.differences,
    settled: (a.settled ?? 0) + (b.settled ?? 0),
    notRecorded: a.notRecorded + b.notRecorded,
  };
}

function sumOfTotals(totals: readonly ComparedTotal[]): readonly ComparedTotal[] {
  const sums = new Map<string, ComparedTotal>();
  for (const { currency, targetMinor, oursMinor } of totals) {
    const before = sums.get(currency) ?? { targetMinor: 0, oursMinor: 0 };
    sums.set(currency, {
      currency,
      targetMinor: before.targetMinor + targetMinor,
      oursMinor: before.oursMinor + oursMinor,
    });
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
