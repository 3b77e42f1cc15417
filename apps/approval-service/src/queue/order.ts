import type { QueueRow } from './queue-row.js';
import { rankGroups } from './ranking.js';

/**
 * Group first; inside one: less time left, then more times the limit of its currency, then older, then id.
 * Total, so that a page ends and the next begins at one place.
 */
export function inOrder(a: QueueRow, b: QueueRow): number {
  return (
    rankGroups.indexOf(a.rankGroup) - rankGroups.indexOf(b.rankGroup) ||
    byNumber(Date.parse(a.expiresAt), Date.parse(b.expiresAt)) ||
    byNumber(b.timesTheLimit, a.timesTheLimit) ||
    byNumber(Date.parse(a.waitingSince), Date.parse(b.waitingSince)) ||
    byText(a.proposalId, b.proposalId)
  );
}

const byNumber = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
const byText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
