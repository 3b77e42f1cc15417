import type { Reads } from './claims.js';
import { cursorAfter } from './event-row.js';
import type { Cursor } from './port.js';
import { asStoreError, codeOf, StoreError } from './store-error.js';

/** What is published to a topic. Publishing the same id to it again publishes it once. */
export interface NewMessage {
  topic: string;
  tenant: string;
  id: string;
  key: string;
  headers: Readonly<Record<string, string>>;
  value: Uint8Array;
}

/** A message as recorded, ordered like events. */
export interface RecordedMessage extends NewMessage, Cursor {
  recordedAt: string;
  /** The database role that published it. */
  publishedBy: string;
  /** What the table holds, where `value` was opened for this reader: what may be kept aside. */
  sealedValue?: Uint8Array;
}

export interface MessageRow {
  topic: string;
  tenant: string;
  id: string;
  key: string;
  headers: string;
  value: Buffer;
  recorded_at: string;
  published_by: string;
  transaction_id: string;
  position: string;
}

/** The columns of a message as `MessageRow` names them. */
export const MESSAGE_COLUMNS = `topic, tenant, id, key, headers, value,
  countersign.instant(recorded_at) as recorded_at, published_by, transaction_id::text, position::text`;

/** True when the message is new. Throws `forbidden_topic` when the role has no row for the topic. */
export async function publishMessage(
  run: (name: string, text: string, values: unknown[]) => Promise<{ fresh: boolean }[]>,
  message: NewMessage,
): Promise<boolean> {
  const { topic, tenant, id, key, headers, value } = message;
  const described = JSON.stringify({ topic, tenant, id, key, headers: JSON.stringify(headers) });
  try {
    const rows = await run('publish', 'select countersign.publish($1::jsonb, $2) as fresh', [
      described,
      Buffer.from(value),
    ]);
    return rows[0]?.fresh === true;
  } catch (error) {
    if (codeOf(error) === '42501') {
      throw new StoreError('forbidden_topic', `This role may not publish to ${topic}`, { cause: error });
    }
    throw asStoreError(error);
  }
}

/** Only what no open transaction can still come before, as for events. */
export async function readMessagesAfter(
  reads: Reads,
  cursor: Cursor,
  limit: number,
): Promise<{ messages: RecordedMessage[]; cursor: Cursor }> {
  const rows = await reads.query<MessageRow>(
    'messages-after',
    `select ${MESSAGE_COLUMNS}
     from countersign.messages
     where (transaction_id, position) > ($1::xid8, $2::bigint)
       and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
     order by messages.transaction_id, messages.position limit $3`,
    [cursor.transactionId, cursor.position, limit],
  );
  return { messages: rows.map(toRecordedMessage), cursor: cursorAfter(rows, cursor) };
}

export function toRecordedMessage(row: MessageRow): RecordedMessage {
  return {
    topic: row.topic,
    tenant: row.tenant,
    id: row.id,
    key: row.key,
    headers: JSON.parse(row.headers) as Record<string, string>,
    value: row.value,
    recordedAt: row.recorded_at,
    publishedBy: row.published_by,
    transactionId: row.transaction_id,
    position: row.position,
  };
}
