import {
  type Connection,
  fieldsOf,
  isCount,
  isText,
  type NoAnswer,
  type ReadResult,
  type Shaped,
  type Sought,
  settledBy,
  shaped,
  texts,
} from '@countersign/connectors/json/read';
import type { Absence } from '@countersign/domain';

const change = {
  // The system's own reference of it.
  reference: 'text',
  // What it was made for: an operation of ours, or what somebody else calls theirs.
  by: 'text',
  // The version that the appointment had afterwards.
  bookingVersion: 'count',
  ...texts('startsLocal', 'zone'),
  startsAt: 'instant',
  createdAt: 'instant',
} as const;

/** One change of an appointment, by whomever. */
export interface Change extends Shaped<typeof change> {
  readonly kind: 'cancellation' | 'move' | 'restoration';
  /** The fee that was charged for it. */
  readonly amountMinor?: number;
  readonly currency?: string;
}

export interface SoughtChange extends Sought {
  readonly bookingId: string;
}

interface Seeking extends SoughtChange {
  readonly settleWindowMs: number;
  list(bookingId: string): Promise<ReadResult<readonly Change[]>>;
}

interface Look {
  readonly source: string;
  readonly asked: string;
  readonly readAt: string;
  readonly complete: true;
  readonly why: string;
}

export type ChangeLook =
  | { readonly outcome: 'found'; readonly changes: readonly [Change, ...Change[]]; readonly look: Look }
  | { readonly outcome: 'absent'; readonly look: Look & { readonly absence: Absence } }
  | { readonly outcome: 'unknown'; readonly code: NoAnswer['code'] | 'too_early'; readonly asked: string };

/**
 * Reads the whole list of an appointment's changes and keeps those made under our operation. That an appointment is
 * cancelled says nothing by itself: somebody else may have done it. Order of precedence: no answer, found, too early,
 * absent; an appointment that does not exist was changed by nobody.
 */
export async function seekChanges(
  connection: Pick<Connection, 'now'>,
  { bookingId, operationId, lastSentAt, settleWindowMs, list }: Seeking,
): Promise<ChangeLook> {
  const startedAtMs = connection.now();
  const asked = `changes of ${bookingId} made under ${operationId}`;
  const listed = await list(bookingId);
  if (listed.outcome === 'no_answer') return { outcome: 'unknown', code: listed.code, asked };
  const changes = listed.outcome === 'found' ? listed.value : [];
  const readAt = listed.outcome === 'found' ? listed.readAt : new Date(connection.now()).toISOString();
  const base = {
    source: `appointments /v1/bookings/${bookingId}/changes`,
    asked,
    readAt,
    complete: true,
  } as const;
  const [ours, ...more] = changes.filter(({ by }) => by === operationId);
  if (ours !== undefined) {
    const why = 'the appointment says that it was changed under this operation';
    return { outcome: 'found', changes: [ours, ...more], look: { ...base, why } };
  }
  const since = settledBy(startedAtMs, { lastSentAt, settleWindowMs });
  if (!since.settled) return { outcome: 'unknown', code: 'too_early', asked };
  const why = `every change of the appointment was read, ${changes.length} in all, and none was made under this operation, asked more than ${settleWindowMs} ms after the last send at ${lastSentAt}`;
  const { settledAt } = since;
  const absence: Absence = { basis: 'whole_listing', recordsRead: changes.length, lastSentAt, settledAt };
  return { outcome: 'absent', look: { ...base, why, absence } };
}

export function changeOf(item: unknown): Change | undefined {
  const read = shaped(change, item);
  const { kind, amountMinor, currency } = fieldsOf(item) ?? {};
  if (kind !== 'cancellation' && kind !== 'move' && kind !== 'restoration') return undefined;
  if (read === undefined) return undefined;
  const fee = isCount(amountMinor) && isText(currency) ? { amountMinor, currency } : {};
  return { ...read, kind, ...fee };
}
