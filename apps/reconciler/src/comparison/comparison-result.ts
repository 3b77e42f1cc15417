import type {
  ComparedCounts,
  ComparedTotal,
  ComparedWindow,
  DifferenceKind,
  Instant,
} from '@countersign/domain';
import type { ReadModels } from '@countersign/event-store';
import type { Compared } from './compare-ledgers.js';
import type { Asked } from './comparing.js';
import { factOf } from './difference-id.js';
import { type DifferenceRow, differencesModel } from './difference-row.js';
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
  /** Open items of what the target said in that time; at most 200. */
  readonly reports: readonly DifferenceShown[];
}

export function comparisonResult(
  { tenant, system }: Pick<Asked, 'tenant' | 'system'>,
  {
    compared,
    window,
    reports,
  }: {
    readonly compared: Compared;
    readonly window: ComparedWindow;
    readonly reports: readonly DifferenceShown[];
  },
): ComparisonResult {
  const common = { system, window, outcome: compared.outcome, reports };
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

/** What the target said by itself, in that time, of something that no proposal of ours stands for. */
export async function reportsIn(
  models: Pick<ReadModels, 'list'>,
  { tenant, system, window }: Asked,
): Promise<readonly DifferenceShown[]> {
  const where = { system, standing: 'open', kind: 'report_unplaced' };
  const { from, to: before } = window;
  const page = await models.list<DifferenceRow>({ name: differencesModel, tenant, where, from, before });
  return page.entries.map(({ document }) => {
    const { differenceId, kind, sentence, proposalId, anchoredAt, references } = document;
    return { differenceId, kind, sentence, proposalId, anchoredAt, references };
  });
}
