import { PostgresEventStore, sealingWith, sealingWithoutKeys } from '@countersign/event-store';

export interface ReadingStore {
  readonly store: PostgresEventStore;
  close(): Promise<void>;
}

/**
 * A store to read from. With the wrapping key, people's own words are opened; without it they read `[sealed]`, and
 * of a person who was forgotten they read `[forgotten]` either way.
 */
export function openReadingStore(url: string, wrappingKey: string | undefined): ReadingStore {
  const connection = { url, applicationName: 'countersign look', readConnections: 2 };
  if (wrappingKey === undefined) {
    const store = new PostgresEventStore({ ...connection, codec: sealingWithoutKeys().events });
    return { store, close: () => store.close() };
  }
  const keys = new PostgresEventStore({ ...connection, readConnections: 1 });
  const { events: codec } = sealingWith(keys, { wrappingKey: Buffer.from(wrappingKey, 'base64') });
  const store = new PostgresEventStore({ ...connection, codec });
  return {
    store,
    close: async () => {
      await store.close();
      await keys.close();
    },
  };
}
