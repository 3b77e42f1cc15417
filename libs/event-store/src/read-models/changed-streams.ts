import type { RecordedEvent } from '@countersign/contracts';
import { EVENT_COLUMNS, type RecordedRow } from '../event-row.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
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
  const keys = [...touched.values()];
  const rows = await store.query<RecordedRow>(
    'changed-streams',
    `select ${EVENT_COLUMNS} from countersign.events
     join unnest($1::text[], $2::text[]) as changed (changed_tenant, changed_stream)
       on tenant = changed_tenant and stream = changed_stream
     order by tenant, stream, version`,
    [keys.map(({ tenant }) => tenant), keys.map(({ stream }) => stream)],
  );
  return byStream(await store.decoded(rows));
}

function byStream(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const streams: RecordedEvent[][] = [];
  for (const event of events) {
    const current = streams.at(-1);
    if (current?.[0]?.stream === event.stream && current[0].tenant === event.tenant) current.push(event);
    else streams.push([event]);
  }
  return streams;
}
