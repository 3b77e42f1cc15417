import type { RecordedEvent } from '@countersign/contracts';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { readStreams } from '../stream-reads.js';
import { isAbout, type Projection } from './projection.js';

/** The whole of every stream that the events touch and the projection is about, in one read. */
export async function changedStreams(
  store: PostgresEventStore,
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[][]> {
  const touched = new Map(
    events
      .filter(({ stream }) => isAbout(projection, stream))
      .map((event) => [`${event.tenant} ${event.stream}`, event]),
  );
  if (touched.size === 0) return [];
  const keys = [...touched.values()].map(({ tenant, stream }) => ({ tenant, stream, fromVersion: 1 }));
  return Promise.all((await readStreams(store, keys)).map((rows) => store.decoded(rows)));
}
