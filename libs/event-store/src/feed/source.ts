import type { RecordedEvent } from '@countersign/contracts';
import { cursorAfter, EVENT_COLUMNS, type RecordedRow } from '../event-row.js';
import { MESSAGE_COLUMNS, type MessageRow, type RecordedMessage, toRecordedMessage } from '../messages.js';
import type { Cursor, Page } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';

/** A page, and whether more is recorded after it that readers may not see yet. */
export interface FeedPage<Item> extends Page<Item> {
  held: boolean;
}

/** Something in the global order that a reader can follow. */
export interface FeedSource<Item extends Cursor> {
  /** The notification channel on which news of it is announced. */
  channel: string;
  readAfter(cursor: Cursor, limit: number): Promise<FeedPage<Item>>;
  /** The newest item readers may see. */
  readable(): Promise<Cursor>;
}

export function eventSource(store: PostgresEventStore): FeedSource<RecordedEvent> {
  return {
    channel: 'countersign_events',
    async readAfter(from, limit) {
      const page = await pageAfter<RecordedRow>(store, {
        table: 'events',
        columns: EVENT_COLUMNS,
        from,
        limit,
      });
      return { ...page, items: await store.decoded(page.items) };
    },
    readable: async () => (await store.head()).readable,
  };
}

export function messageSource(store: PostgresEventStore): FeedSource<RecordedMessage> {
  return {
    channel: 'countersign_messages',
    async readAfter(from, limit) {
      const page = await pageAfter<MessageRow>(store, {
        ...{ table: 'messages', columns: MESSAGE_COLUMNS, from, limit },
      });
      return { ...page, items: page.items.map(toRecordedMessage) };
    },
    readable: async () => (await store.messagesHead()).readable,
  };
}

interface Reading {
  readonly table: 'events' | 'messages';
  readonly columns: string;
  readonly from: Cursor;
  readonly limit: number;
}

/**
 * What is readable and whether something is held, in one statement: what is not readable comes last in the order.
 * Asked by itself, "is anything held" was planned as a scan of the whole table: 760 µs with 3,000 events in it.
 */
async function pageAfter<Row extends { transaction_id: string; position: string }>(
  store: PostgresEventStore,
  { table, columns, from, limit }: Reading,
): Promise<FeedPage<Row>> {
  const rows = await store.query<Row & { readable: boolean }>(
    `feed-${table}`,
    `select ${columns},
       ${table}.transaction_id < (select pg_snapshot_xmin(pg_current_snapshot())) as readable
     from countersign.${table}
     where (${table}.transaction_id, ${table}.position) > ($1::xid8, $2::bigint)
     order by ${table}.transaction_id, ${table}.position limit $3`,
    [from.transactionId, from.position, limit],
  );
  const held = rows.findIndex(({ readable }) => !readable);
  const items = held < 0 ? rows : rows.slice(0, held);
  return { items, cursor: cursorAfter(items, from), held: held >= 0 };
}
