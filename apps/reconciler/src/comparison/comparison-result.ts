import type {
  ComparedCounts,
  ComparedTotal,
  ComparedWindow,
  DifferenceKind,
  Instant,
} from '@countersign/domain';
import type { Compared } from './compare-ledgers.js';
import type { Asked } from './comparing.js';
import { differenceId, factOf } from './difference-id.js';
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
  readonly differences: readonly DifferenceShown[];
}

export function comparisonResult(
  { tenant, system }: Pick<Asked, 'tenant' | 'system'>,
  { compared, window }: { readonly compared: Compared; readonly window: ComparedWindow },
): ComparisonResult {
  const common = { system, window, outcome: compared.outcome };
  if (compared.outcome === 'not_compared') {
    return { ...common, code: compared.code, counts: null, totals: [], differences: [] };
  }
  const { counts, totals, source, readAt } = compared;
  const differences = compared.differences.map((found) => {
    const fact = factOf(found, { tenant, system, source, readAt, at: readAt });
    const { kind, proposalId, anchoredAt, effects } = fact;
    return {
      differenceId: differenceId({ tenant, system }, found),
      ...{ kind, proposalId, anchoredAt, sentence: sentenceOf(fact) },
      references: effects.map(({ reference }) => reference),
    };
  });
  return { ...common, code: 'compared', counts, totals, differences };
}
