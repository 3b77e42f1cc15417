import type { EventMetadata, RecordedEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { Cursor } from './port.js';

/** The columns of an event as `RecordedRow` names them. */
export const EVENT_COLUMNS = `tenant, stream, version, id, type, schema_version, data, metadata,
  countersign.instant(recorded_at) as recorded_at, recorded_by, transaction_id::text, position::text,
  encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash`;

export interface RecordedRow {
  tenant: string;
  stream: string;
  version: number;
  id: string;
  type: string;
  schema_version: number;
  data: string;
  metadata: string;
  recorded_at: string;
  recorded_by: string;
  transaction_id: string;
  position: string;
  previous_hash: string;
  hash: string;
}

export function toRecordedEvent(row: RecordedRow): RecordedEvent {
  return {
    tenant: row.tenant,
    stream: row.stream,
    version: row.version,
    id: row.id,
    type: row.type,
    schemaVersion: row.schema_version,
    data: JSON.parse(row.data) as JsonObject,
    metadata: JSON.parse(row.metadata) as unknown as EventMetadata,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
    transactionId: row.transaction_id,
    position: row.position,
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

/** Where a reader stands after these rows, or where it stood when there are none. */
export function cursorAfter(
  rows: readonly { transaction_id: string; position: string }[],
  before: Cursor,
): Cursor {
  const last = rows.at(-1);
  return last === undefined ? before : { transactionId: last.transaction_id, position: last.position };
}
