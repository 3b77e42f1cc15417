import { type Instant, isBefore } from '@countersign/domain';
import type { ReadModels } from '@countersign/event-store';
import { keyForgottenAt, type LookLimits } from '../look/schedule.js';
import { type RecoveryRow, recoveryModel } from './recovery-row.js';

export interface QueueRow extends RecoveryRow {
  /** From then on nothing is sent under this operation any more. */
  readonly keyForgottenAt: Instant | 'never';
}

/** The same target in the same trouble. Each member is settled by its own evidence only. */
export interface Incident {
  readonly incidentKey: string;
  readonly since: Instant;
  readonly members: readonly string[];
}

export interface RecoveryQueue {
  /** Our clock at the answer: "how long" is counted from it. */
  readonly at: Instant;
  readonly total: number;
  /** Whether there is more than was read; the queue shows the first thousand. */
  readonly more: boolean;
  readonly incidents: readonly Incident[];
  readonly items: readonly QueueRow[];
}

const soonMs = 2 * 3_600_000;
const pagesMax = 5;

/** The queue of a tenant in the order in which it needs people. */
export async function readQueue(
  models: Pick<ReadModels, 'list'>,
  { tenant, at, limits }: { readonly tenant: string; readonly at: Instant; readonly limits: LookLimits },
): Promise<RecoveryQueue> {
  const rows: QueueRow[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const found = await models.list<RecoveryRow>({
      ...{ name: recoveryModel, tenant, limit: 200 },
      ...(after === undefined ? {} : { after }),
    });
    for (const { document } of found.entries) {
      rows.push({ ...document, keyForgottenAt: keyForgottenAt(limits, document.firstSentAt) });
    }
    after = found.next;
    if (after === undefined) break;
  }
  const items = rows.sort(inOrder(at));
  return { at, total: items.length, more: after !== undefined, incidents: incidentsOf(items), items };
}

/** What the provider is about to forget; then unknown before never accepted; then the longest in its state. */
export function inOrder(at: Instant) {
  const soon = (row: QueueRow): number => {
    const left = Date.parse(row.keyForgottenAt) - Date.parse(at);
    return left >= 0 && left <= soonMs ? left : Number.POSITIVE_INFINITY;
  };
  return (a: QueueRow, b: QueueRow): number => {
    if (soon(a) !== soon(b)) return soon(a) - soon(b);
    if (a.doubt !== b.doubt) return a.doubt === 'unknown' ? -1 : 1;
    if (a.since !== b.since) return isBefore(a.since, b.since) ? -1 : 1;
    return a.proposalId < b.proposalId ? -1 : 1;
  };
}

/** Oldest first. What has a cause of its own is in none. */
export function incidentsOf(rows: readonly RecoveryRow[]): readonly Incident[] {
  const found = new Map<string, Incident>();
  for (const { incidentKey, since, proposalId } of rows) {
    if (incidentKey === null || incidentKey.startsWith('proposal:')) continue;
    const known = found.get(incidentKey);
    const earliest = known === undefined || isBefore(since, known.since) ? since : known.since;
    found.set(incidentKey, {
      incidentKey,
      since: earliest,
      members: [...(known?.members ?? []), proposalId],
    });
  }
  return [...found.values()].sort((a, b) => (isBefore(a.since, b.since) ? -1 : 1));
}
