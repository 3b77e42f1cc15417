import type { RecordedEvent } from '@countersign/contracts';
import type { RecordedMessage } from '../messages.js';
import type { Cursor, Page } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';

/** Something in the global order that a reader can follow. */
export interface FeedSource<Item extends Cursor> {
  /** The notification channel on which news of it is announced. */
  channel: string;
  readAfter(cursor: Cursor, limit: number): Promise<Page<Item>>;
  /** The newest item readers may see. */
  readable(): Promise<Cursor>;
  /** True when something is recorded that readers may not see yet. */
  held(): Promise<boolean>;
}

export function eventSource(store: PostgresEventStore): FeedSource<RecordedEvent> {
  return {
    channel: 'countersign_events',
    readAfter: async (from, limit) => {
      const { events, cursor } = await store.readAfter(from, limit);
      return { items: events, cursor };
    },
    readable: async () => (await store.head()).readable,
    held: () => isHeld(store, 'events'),
  };
}

export function messageSource(store: PostgresEventStore): FeedSource<RecordedMessage> {
  return {
    channel: 'countersign_messages',
    readAfter: async (from, limit) => {
      const { messages, cursor } = await store.readMessagesAfter(from, limit);
      return { items: messages, cursor };
    },
    readable: async () => (await store.messagesHead()).readable,
    held: () => isHeld(store, 'messages'),
  };
}

async function isHeld(store: PostgresEventStore, table: 'events' | 'messages'): Promise<boolean> {
  const rows = await store.query<{ held: boolean }>(
    `held-${table}`,
    `select exists (
       select from countersign.${table} where transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
     ) as held`,
    [],
  );
  return rows[0]?.held === true;
}
