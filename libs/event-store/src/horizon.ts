import type { Reads } from './claims.js';
import type { Cursor } from './port.js';
import { START } from './port.js';

/** The oldest transaction anywhere in the server that has written and not ended. Readers wait for it. */
export interface HoldingBack {
  transactionId: string;
  kind: 'session' | 'prepared';
  pid: number | null;
  role: string | null;
  database: string | null;
  application: string | null;
  state: string | null;
  openForMs: number;
}

/** The newest event recorded, and the newest one readers may see. */
export interface Head {
  recorded: Cursor;
  readable: Cursor;
}

export async function readHoldingBack(reads: Reads): Promise<HoldingBack | undefined> {
  const rows = await reads.query<HoldingBack>(
    'holding-back',
    `select transaction_id as "transactionId", kind, pid, role, database, application, state,
       open_for_ms as "openForMs" from countersign.holding_back()`,
    [],
  );
  return rows[0];
}

/** `source` is a table in reading order: events or messages. */
export async function readHead(reads: Reads, source: 'events' | 'messages'): Promise<Head> {
  const newest = (where: string) =>
    `select transaction_id, position from countersign.${source} ${where}
     order by transaction_id desc, position desc limit 1`;
  const rows = await reads.query<{ which: 'recorded' | 'readable' } & Cursor>(
    `head-${source}`,
    `select 'recorded' as which, transaction_id::text as "transactionId", position::text from (${newest('')}) a
     union all
     select 'readable', transaction_id::text, position::text
     from (${newest('where transaction_id < pg_snapshot_xmin(pg_current_snapshot())')}) b`,
    [],
  );
  const of = (name: string): Cursor => {
    const row = rows.find(({ which }) => which === name);
    return row === undefined ? START : { transactionId: row.transactionId, position: row.position };
  };
  return { recorded: of('recorded'), readable: of('readable') };
}
