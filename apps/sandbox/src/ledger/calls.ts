import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** What a server learnt about a call while it handled it. */
export interface CallNotes {
  key?: string | null;
  operationId?: string | null;
  amountMinor?: number | null;
  currency?: string | null;
  charge?: string | null;
  effect?: string | null;
}

export interface ArrivedCall {
  at: string;
  system: string;
  method: string;
  path: string;
  route: string | null;
  headers: Record<string, string>;
  body: string;
  fault: string | null;
}

export interface CallRecord extends ArrivedCall, Required<CallNotes> {
  id: number;
  status: number | null;
  /** True only when the whole answer was handed to the connection. */
  answered: boolean;
}

/** Every call a server got, in order, with the exact body: a repeat can be checked byte for byte (C14). */
export interface Calls {
  arrived(call: ArrivedCall): number;
  finished(id: number, end: { status: number | null; answered: boolean; notes: CallNotes }): void;
  list(): CallRecord[];
  clear(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, system TEXT NOT NULL, method TEXT NOT NULL,
    path TEXT NOT NULL, route TEXT, headers TEXT NOT NULL, body TEXT NOT NULL, fault TEXT,
    key TEXT, operation_id TEXT, amount_minor INTEGER, currency TEXT, charge TEXT, effect TEXT,
    status INTEGER, answered INTEGER NOT NULL DEFAULT 0
  ) STRICT`;

export function openCalls(database: DatabaseSync): Calls {
  database.exec(SCHEMA);
  const insert = database.prepare(
    'INSERT INTO calls (at, system, method, path, route, headers, body, fault) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const update = database.prepare(
    `UPDATE calls SET status = ?, answered = ?, key = ?, operation_id = ?, amount_minor = ?, currency = ?,
       charge = ?, effect = ? WHERE id = ?`,
  );
  const all = database.prepare('SELECT * FROM calls ORDER BY id');
  return {
    arrived(call) {
      const { at, system, method, path, route, headers, body, fault } = call;
      const row: SQLInputValue[] = [at, system, method, path, route, JSON.stringify(headers), body, fault];
      return Number(insert.run(...row).lastInsertRowid);
    },
    finished(id, { status, answered, notes }) {
      const learnt = [
        notes.key,
        notes.operationId,
        notes.amountMinor,
        notes.currency,
        notes.charge,
        notes.effect,
      ];
      update.run(status, answered ? 1 : 0, ...learnt.map((value) => value ?? null), id);
    },
    list: () => all.all().map(toRecord),
    clear: () => database.exec('DELETE FROM calls'),
  };
}

type Row = ReturnType<ReturnType<DatabaseSync['prepare']>['all']>[number];

function toRecord(row: Row): CallRecord {
  return {
    id: Number(row.id),
    at: String(row.at),
    system: String(row.system),
    method: String(row.method),
    path: String(row.path),
    route: textOrNull(row.route),
    headers: JSON.parse(String(row.headers)),
    body: String(row.body),
    fault: textOrNull(row.fault),
    key: textOrNull(row.key),
    operationId: textOrNull(row.operation_id),
    amountMinor: numberOrNull(row.amount_minor),
    currency: textOrNull(row.currency),
    charge: textOrNull(row.charge),
    effect: textOrNull(row.effect),
    status: numberOrNull(row.status),
    answered: row.answered === 1,
  };
}

/** A column that may be empty, as text. */
export function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

/** A column that may be empty, as a number. */
export function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
