import type { RecordedEvent } from '@countersign/contracts';
import { EVENT_COLUMNS, type RecordedRow } from '../event-row.js';
import type { PostgresEventStore } from '../postgres-event-store.js';

export interface ReplayOptions {
  tenant?: string;
  pageSize?: number;
}

const AFTER = `select ${EVENT_COLUMNS} from countersign.events
  where (tenant, stream, version) > ($1, $2, $3) and ($4::text is null or tenant = $4)
  order by tenant, stream, version limit $5`;

/**
 * Every event, stream after stream, each in its order, read in keyset pages: flat memory, whatever the number.
 * Not the global order; see `readAfter` for that.
 */
export async function* replayAll(
  store: PostgresEventStore,
  options: ReplayOptions = {},
): AsyncGenerator<RecordedEvent> {
  for await (const page of rowsByStream(store, options)) yield* await store.decoded(page);
}

/** The rows as stored, for whoever checks them. The next page is fetched while this one is looked at. */
export async function* rowsByStream(
  store: PostgresEventStore,
  { tenant, pageSize = 500 }: ReplayOptions = {},
): AsyncGenerator<RecordedRow[]> {
  const read = (after: Pick<RecordedRow, 'tenant' | 'stream' | 'version'>) =>
    store.query<RecordedRow>('rows-by-stream', AFTER, [
      after.tenant,
      after.stream,
      after.version,
      tenant ?? null,
      pageSize,
    ]);
  let page = await read({ tenant: tenant ?? '', stream: '', version: 0 });
  for (;;) {
    const last = page.at(-1);
    if (last === undefined) return;
    const next = page.length < pageSize ? [] : read(last);
    // A failed read is met at the await below, not as an unhandled rejection while the page is looked at.
    if (next instanceof Promise) next.catch(() => undefined);
    yield page;
    page = await next;
  }
}
