import type { RecordedEvent } from '@countersign/contracts';
import { Gathered } from '../gathered.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { readStreams, type StreamQuestion, streamKeyOf } from '../stream-reads.js';
import { isAbout, type Projection } from './projection.js';

/** A stream that was read: opened once, for the first who wants it, so that what cannot be opened fails nobody else. */
type Opened = () => Promise<RecordedEvent[]>;

/** Answers with the whole of a stream. */
export type WholeStreams = Pick<Gathered<StreamQuestion, Opened>, 'answer'>;

/** A page holds 500 events at most, and so no more streams; few models write at the same moment. */
const gathering = { questionsMax: 500, calls: 4 };

/** Whole streams for several models: what they ask for at the same moment is read once. */
export function wholeStreams(store: Pick<PostgresEventStore, 'query' | 'decoded'>): WholeStreams {
  const ask = async (asked: readonly StreamQuestion[]) =>
    (await readStreams(store, asked)).map((rows): Opened => {
      let opened: Promise<RecordedEvent[]> | undefined;
      return () => {
        opened ??= store.decoded(rows);
        return opened;
      };
    });
  return new Gathered(ask, gathering, streamKeyOf);
}

/** The whole of every stream that the events touch and the projection is about, in one read. */
export async function changedStreams(
  streams: WholeStreams,
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<RecordedEvent[][]> {
  const touched = new Map(
    events
      .filter(({ stream }) => isAbout(projection, stream))
      .map((event) => [`${event.tenant} ${event.stream}`, event]),
  );
  const reads = [...touched.values()].map(async ({ tenant, stream }) => {
    const opened = await streams.answer({ tenant, stream, fromVersion: 1 });
    return opened();
  });
  return Promise.all(reads);
}
