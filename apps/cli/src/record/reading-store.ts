import { PostgresEventStore, sealingWith, sealingWithoutKeys } from '@countersign/event-store';

export interface ReadingStore {
  readonly store: PostgresEventStore;
  /** What the tables hold, as it is: what is sealed stays sealed. */
  readonly raw: PostgresEventStore;
  close(): Promise<void>;
}

/**
 * A store to read from. With the wrapping key, people's own words are opened; without it they read `[sealed]`, and
 * of a person who was forgotten they read `[forgotten]` either way.
 */
export function openReadingStore(url: string, wrappingKey: string | undefined): ReadingStore {
  const connection = { url, applicationName: 'countersign look', readConnections: 2 };
  const raw = new PostgresEventStore(connection);
  const { events: codec } =
    wrappingKey === undefined
      ? sealingWithoutKeys()
      : sealingWith(raw, { wrappingKey: Buffer.from(wrappingKey, 'base64') });
  const store = new PostgresEventStore({ ...connection, codec });
  return {
    store,
    raw,
    close: async () => {
      await store.close();
      await raw.close();
    },
  };
}
