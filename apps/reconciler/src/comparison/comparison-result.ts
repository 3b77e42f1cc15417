import type {
  ComparedCounts,
  ComparedTotal,
  ComparedWindow,
  DifferenceKind,
  Instant,
} from '@countersign/domain';
import type { Compared } from './compare-ledgers.js';
import type { Asked } from './comparing.js';
import { factOf } from './difference-id.js';
import { sentenceOf } from './difference-words.js';

/** A difference as one comparison shows it, recorded or not. */
export interface DifferenceShown {
  readonly differenceId: string;
  readonly kind: DifferenceKind;
  readonly sentence: string;
  readonly proposalId: string | 'none';
  readonly anchoredAt: Instant;
  readonly references: readonly string[];
}

/** What a person is told who had a window compared. */
export interface ComparisonResult {
  readonly outcome: 'compared' | 'not_compared';
  readonly system: string;
  /** What was compared of what was asked: the newest end is left out while it may still be in flight. */
  readonly window: ComparedWindow;
  /** `compared`, or why it was not. */
  readonly code: string;
  readonly counts: ComparedCounts | null;
  readonly totals: readonly ComparedTotal[];
  /** What is not settled, newest first; at most so many as one comparison records, new ones and open ones each. */
  readonly differences: readonly DifferenceShown[];
  readonly notShown: number;
}

export function comparisonResult(
  { tenant, system }: Pick<Asked, 'tenant' | 'system'>,
  { compared, window }: { readonly compared: Compared; readonly window: ComparedWindow },
): ComparisonResult {
  const common = { system, window, outcome: compared.outcome };
  if (compared.outcome === 'not_compared') {
    return { ...common, code: compared.code, counts: null, totals: [], differences: [], notShown: 0 };
  }
  const { counts, totals, source, readAt, fresh, open, notShown } = compared;
  const differences = [...fresh, ...open].map((found) => {
    const fact = factOf(found, { tenant, system, source, readAt, at: readAt });
    const { kind, proposalId, anchoredAt, effects, unreadable } = fact;
    return {
      differenceId: found.differenceId,
      ...{ kind, proposalId, anchoredAt, sentence: sentenceOf(fact) },
      references:
        unreadable === undefined ? effects.map(({ reference }) => reference) : [unreadable.reference],
    };
  });
  differences.sort((a, b) => (a.anchoredAt > b.anchoredAt ? -1 : 1));
  return { ...common, code: 'compared', counts, totals, differences, notShown };
}
