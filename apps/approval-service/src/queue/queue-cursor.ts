import type { QueueRow } from './queue-row.js';
import { type RankGroup, rankGroups } from './ranking.js';

/** Where a page ended, and the moment its list was opened. */
export interface QueueCursor {
  readonly rankedAt: string;
  readonly row: Pick<QueueRow, 'proposalId' | 'expiresAt' | 'waitingSince' | 'rankGroup' | 'timesTheLimit'>;
}

/** Opaque to whoever holds it. It names a place in an order, never a right. */
export function cursorOf(row: QueueRow, rankedAt: string): string {
  const { rankGroup, expiresAt, timesTheLimit, waitingSince, proposalId } = row;
  const parts = [rankedAt, rankGroup, expiresAt, timesTheLimit, waitingSince, proposalId];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Undefined for anything that is not a cursor of ours. */
export function readCursor(text: string): QueueCursor | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const [rankedAt, rankGroup, expiresAt, timesTheLimit, waitingSince, proposalId] = parts;
  const instants = [rankedAt, expiresAt, waitingSince];
  if (
    !instants.every((value): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  ) {
    return undefined;
  }
  if (!isGroup(rankGroup) || typeof timesTheLimit !== 'number' || typeof proposalId !== 'string')
    return undefined;
  return {
    rankedAt: String(rankedAt),
    row: {
      proposalId,
      expiresAt: String(expiresAt),
      waitingSince: String(waitingSince),
      rankGroup,
      timesTheLimit,
    },
  };
}

function isGroup(value: unknown): value is RankGroup {
  return rankGroups.some((group) => group === value);
}

function partsOf(text: string): readonly unknown[] | undefined {
  if (text.length > 1_000) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.length === 6 ? parts : undefined;
  } catch {
    return undefined;
  }
}
