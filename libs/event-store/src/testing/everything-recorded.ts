import type { RecordedEvent } from '@countersign/contracts';
import { compareCursors } from '../cursor.js';
import { START } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { until } from './until.js';

/**
 * Every event recorded by now, in the global order. `readAfter` alone may end before them: whatever transaction is
 * open anywhere on the server, in another test file's database too, holds readers back for as long as it lasts.
 */
export async function everythingRecorded(
  store: Pick<PostgresEventStore, 'head' | 'readAfter'>,
): Promise<readonly RecordedEvent[]> {
  const { recorded } = await store.head();
  await until(async () => compareCursors((await store.head()).readable, recorded) >= 0);
  const all: RecordedEvent[] = [];
  for (let cursor = START; ; ) {
    const page = await store.readAfter(cursor, 500);
    if (page.events.length === 0) return all;
    all.push(...page.events);
    cursor = page.cursor;
  }
}
