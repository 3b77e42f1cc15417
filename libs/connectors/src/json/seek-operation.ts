import type { Absence, OperationId } from '@countersign/domain';
import type { Connection } from '../network/connection.js';
import { readJson } from '../network/json-read.js';
import type { Fields } from '../network/shape.js';
import type { NoAnswerCode } from '../result/read-result.js';
import { type InFlight, settledBy } from '../result/settled.js';

/** Which operation is looked for, and the instant of the last attempt to send it. */
export interface Sought {
  readonly operationId: OperationId;
  readonly lastSentAt: string;
}

export interface SoughtOperation<T> extends Sought, InFlight {
  readonly system: string;
  /** What the target holds for it, or undefined when the answer is not one. */
  readonly read: (body: Fields) => T | undefined;
}

interface Look {
  readonly source: string;
  readonly asked: string;
  readonly readAt: string;
  readonly complete: true;
  readonly why: string;
}

/** What a target that keeps every operation for ever says of one. Absent is believed only late enough. */
export type OperationLook<T> =
  | { readonly outcome: 'found'; readonly value: T; readonly look: Look }
  | { readonly outcome: 'absent'; readonly look: Look & { readonly absence: Absence } }
  | { readonly outcome: 'unknown'; readonly code: NoAnswerCode | 'too_early'; readonly asked: string };

/**
 * Asks `GET /v1/operations/<id>`, which answers 404 `operation_not_found` for one it never took. Order of precedence:
 * no answer, found, too early, absent.
 */
export async function seekOperation<T>(
  connection: Connection,
  { system, operationId, lastSentAt, settleWindowMs, read }: SoughtOperation<T>,
): Promise<OperationLook<T>> {
  const startedAtMs = connection.now();
  const path = `/v1/operations/${encodeURIComponent(operationId)}`;
  const asked = `operation ${operationId} of ${system}`;
  const found = await readJson(connection, {
    system,
    path,
    absentCode: 'operation_not_found',
    read: (body) => {
      const value = read(body);
      return value === undefined ? undefined : { value };
    },
  });
  if (found.outcome === 'no_answer') return { outcome: 'unknown', code: found.code, asked };
  const base = { source: `${system} ${path}`, asked, complete: true } as const;
  if (found.outcome === 'found') {
    const look = { ...base, readAt: found.readAt, why: `${system} holds the operation` };
    return { outcome: 'found', value: found.value, look };
  }
  const since = settledBy(startedAtMs, { lastSentAt, settleWindowMs });
  if (!since.settled) return { outcome: 'unknown', code: 'too_early', asked };
  const why = `${system} keeps every operation and never took this one, asked more than ${settleWindowMs} ms after the last send at ${lastSentAt}`;
  const { settledAt } = since;
  const absence: Absence = { basis: 'lookup_by_operation', recordsRead: 1, lastSentAt, settledAt };
  const readAt = new Date(connection.now()).toISOString();
  return { outcome: 'absent', look: { ...base, readAt, why, absence } };
}
