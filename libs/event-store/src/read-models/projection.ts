import type { RecordedEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';

/** How one stream becomes one document. Pure: the same events give the same document, whenever it is rebuilt. */
export interface Projection<Document extends JsonObject = JsonObject> {
  name: string;
  /** Raise it when the projection changes; the model is then rebuilt beside the old one. */
  revision: number;
  /** The streams it is about: what stands before the first `-` of their names. */
  categories: readonly string[];
  /** The whole stream, in order; null when there is nothing to show. */
  project(events: readonly RecordedEvent[]): Document | null;
  /** What lists are ordered by, compared in code point order; instants in ISO 8601 do well. */
  sortKey(document: Document): string;
}

/** What a stream became, at the version it had. */
export interface Projected {
  tenant: string;
  id: string;
  version: number;
  content: { document: JsonObject; sortKey: string } | null;
}

/** An event that a projection cannot read. The projection stops there rather than show something wrong. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
  readonly code = 'unreadable_event';
  readonly tenant: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;

  constructor(
    readonly projection: string,
    { tenant, stream, version, type }: Pick<RecordedEvent, 'tenant' | 'stream' | 'version' | 'type'>,
    cause: unknown,
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${projection} cannot read ${type}, version ${version} of ${stream} (${tenant}): ${reason}`, {
      cause,
    });
    this.tenant = tenant;
    this.stream = stream;
    this.version = version;
    this.type = type;
  }
}

export function isAbout(projection: Projection, stream: string): boolean {
  const dash = stream.indexOf('-');
  return projection.categories.includes(dash < 0 ? stream : stream.slice(0, dash));
}

/** Projects one stream. Throws `UnreadableEvent` naming the first event that the projection fails on. */
export function projectStream(projection: Projection, events: readonly RecordedEvent[]): Projected {
  const last = events.at(-1);
  if (last === undefined) throw new Error('A stream without events cannot be projected');
  const { tenant, stream: id, version } = last;
  try {
    const document = projection.project(events);
    const content = document === null ? null : { document, sortKey: projection.sortKey(document) };
    return { tenant, id, version, content };
  } catch (error) {
    throw new UnreadableEvent(projection.name, firstUnreadable(projection, events) ?? last, error);
  }
}

/** The event whose addition makes the projection fail; found by trying ever longer beginnings. */
function firstUnreadable(
  projection: Projection,
  events: readonly RecordedEvent[],
): RecordedEvent | undefined {
  return events.find((_, index) => {
    try {
      projection.project(events.slice(0, index + 1));
      return false;
    } catch {
      return true;
    }
  });
}
