import type { PostgresEventStore } from '@countersign/event-store';

/** The name of every stream of a category, of every tenant. */
export function streamsOfCategory(
  store: Pick<PostgresEventStore, 'query'>,
  category: 'case' | 'proposal',
): Promise<readonly { readonly tenant: string; readonly stream: string }[]> {
  return store.query<{ tenant: string; stream: string }>(
    'streams-of-category',
    `select tenant, stream from countersign.events
     where version = 1 and stream >= $1 || '-' and stream < $1 || '.' order by tenant, stream`,
    [category],
  );
}
