import type { CardWords } from '@countersign/capabilities';
import type { Action, Person } from '@countersign/domain';
import { maySee } from '../decision/person-of.js';
import { inOrder } from './order.js';
import { cursorOf, type QueueCursor } from './queue-cursor.js';
import { type QueueRow, queueRow } from './queue-row.js';
import type { Waiting } from './ranking.js';

export interface QueueQuestion {
  readonly person: Person;
  /** `mine`: what this person may decide. `all`: everything waiting that they may read. */
  readonly scope: 'mine' | 'all';
  readonly kind?: string;
  readonly currency?: string;
  /** Words, or the beginning of an id of six characters or more. */
  readonly q?: string;
  readonly after?: QueueCursor;
  readonly limit: number;
  /** Database time. */
  readonly at: string;
}

export interface QueuePage {
  readonly rows: readonly QueueRow[];
  /** All that pass the filters, on whatever page. */
  readonly total: number;
  /** How many of them need a decision within the next half hour, or were passed on to this person. */
  readonly urgent: number;
  readonly nextCursor: string | null;
}

/**
 * A page of what waits. A list that was opened is ranked by the moment it was opened, page after page:
 * nothing moves under the hand, and no row is on two pages or on none because time went by.
 */
export function queuePage(
  waiting: readonly Waiting[],
  wordsOf: (action: Action) => CardWords,
  question: QueueQuestion,
): QueuePage {
  const { person, at, after, limit } = question;
  const rankedAt = after?.rankedAt ?? at;
  const rows = waiting
    .filter((state) => maySee(state.draft, person))
    .map((state) => queueRow(state, wordsOf(state.draft.action), { person, at, rankedAt }))
    .filter((row) => question.scope === 'all' || 'slot' in row.mayDecide)
    .filter((row) => passes(row, question))
    .sort(inOrder);
  const from = after === undefined ? 0 : rows.filter((row) => !isAfter(row, after)).length;
  const page = rows.slice(from, from + limit);
  const last = page.at(-1);
  const isMore = from + page.length < rows.length;
  return {
    rows: page,
    total: rows.length,
    urgent: rows.filter((row) => row.rankGroup === 'needs_you_now').length,
    nextCursor: isMore && last !== undefined ? cursorOf(last, rankedAt) : null,
  };
}

/** The cursor carries all that the order looks at, so a page goes on even when its last row is gone. */
function isAfter(row: QueueRow, after: QueueCursor): boolean {
  return inOrder(row, { ...row, ...after.row }) > 0;
}

function passes(row: QueueRow, { kind, currency, q }: QueueQuestion): boolean {
  if (kind !== undefined && row.kind !== kind) return false;
  if (currency !== undefined && row.amount?.currency !== currency) return false;
  if (q === undefined || q === '') return true;
  const wanted = q.toLowerCase();
  const words = [
    row.operation,
    row.subject,
    row.sentence,
    row.target.id,
    row.customer,
    row.amount?.words ?? '',
  ];
  return (
    words.some((text) => text.toLowerCase().includes(wanted)) ||
    (wanted.length >= 6 && row.proposalId.startsWith(wanted))
  );
}
