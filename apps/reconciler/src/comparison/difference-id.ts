import { deterministicId } from '@countersign/contracts';
import type { DifferenceEventData, ProposalId } from '@countersign/domain';
import type { Finding } from './findings.js';

type Found = DifferenceEventData<'DifferenceFound'>;

/** Where a difference was found, and when. */
export interface FoundWhere {
  readonly tenant: string;
  readonly system: string;
  readonly source: string;
  readonly readAt: string;
  readonly at: string;
}

/**
 * Made of what differs: the same thing found again, in an overlapping window or by another look, is the same
 * difference. What changes by itself, such as a status, is not part of it; another amount is another difference.
 */
export function differenceId(
  { tenant, system }: Pick<FoundWhere, 'tenant' | 'system'>,
  { kind, unit: { operationId, effects, claim }, unreadable }: Finding,
): string {
  if (unreadable !== undefined) {
    const { reference, field, createdAt } = unreadable;
    // The same record with another fault is the same difference; one without a name is told by its place.
    const which = reference === 'none' ? [field, createdAt] : [reference];
    return deterministicId('difference', tenant, system, kind, ...which);
  }
  const own = claim === undefined || claim.reference === 'none' ? [] : [claim.reference];
  const references = [...new Set([...effects.map(({ reference }) => reference), ...own])].sort();
  const shown = kind.endsWith('_differs')
    ? effects.map(({ target, amountMinor, currency }) => `${target.id} ${amountMinor} ${currency}`)
    : [];
  return deterministicId('difference', tenant, system, kind, operationId ?? 'none', ...references, ...shown);
}

/** The difference as a fact: both sides, as they were read. */
export function factOf({ kind, unit, anchoredAt, unreadable }: Finding, where: FoundWhere): Found {
  const { system, source, readAt, at } = where;
  const { claim, effects } = unit;
  const proposalId: ProposalId | 'none' = claim?.proposalId ?? 'none';
  const record = unreadable === undefined ? {} : { unreadable };
  if (claim === undefined)
    return { system, kind, proposalId, anchoredAt, effects, ...record, source, readAt, at };
  const { system: _of, standing: _in, ...ours } = claim;
  return { system, kind, proposalId, anchoredAt, effects, ours, source, readAt, at };
}
