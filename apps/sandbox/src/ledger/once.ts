import type { Refuse, Reply } from '../wire/reply.js';
import type { Ledger } from './database.js';

export interface OnceRequest {
  readonly operationId: string;
  /** Everything that makes the request what it is, in one fixed order. */
  readonly parameters: string;
  /** Runs in the transaction that stores its answer. `keep: false` forgets the operation again. */
  work(): { readonly reply: Reply; readonly keep: boolean };
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS operations (
    id TEXT PRIMARY KEY, parameters TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT`;

/**
 * At most one run of the work an operation, for ever. A repeat with the same parameters gets the stored answer and the
 * header `replayed`; the same id with others is refused as `operation_differs` (409) and changes nothing.
 */
export function openOnce(ledger: Ledger, refuse: Refuse) {
  const { effects } = ledger;
  effects.exec(SCHEMA);
  const stored = effects.prepare('SELECT * FROM operations WHERE id = ?');
  const keep = effects.prepare('INSERT INTO operations (id, parameters, status, body) VALUES (?, ?, ?, ?)');
  return ({ operationId, parameters, work }: OnceRequest): Reply =>
    ledger.inTransaction(() => {
      const row = stored.get(operationId);
      if (row !== undefined) {
        if (row.parameters !== parameters)
          return refuse(409, 'operation_differs', `Operation ${operationId} was another request.`);
        const headers = { 'content-type': 'application/json', replayed: 'true' };
        return { status: Number(row.status), headers, text: String(row.body) };
      }
      const done = work();
      if (done.keep) keep.run(operationId, parameters, done.reply.status, done.reply.text);
      return done.reply;
    });
}
