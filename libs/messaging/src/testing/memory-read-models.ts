import { type RecordedEvent, upcast } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { ListPage, ListQuery, Projection, ReadModelEntry } from '@countersign/event-store';
import type { MemoryRecords } from './memory-records.js';

interface Row extends ReadModelEntry {
  readonly sortKey: string;
}

/** A stream as it was projected the last time; absent where nothing is shown of it. */
interface Projected {
  readonly version: number;
  readonly row?: Row;
}

/**
 * Read models over a store in memory, projected whenever somebody asks: what they would show once they had caught up. A
 * stream is projected again when it has grown.
 */
export class MemoryReadModels {
  readonly #projected = new Map<string, Projected>();
  readonly #streams = new Map<string, Map<string, string>>();
  #seen = 0;

  constructor(
    private readonly records: MemoryRecords,
    private readonly projections: readonly Projection[],
  ) {}

  async get(name: string, tenant: string, id: string): Promise<ReadModelEntry | undefined> {
    return this.#rows(name, tenant).find((row) => row.id === id);
  }

  async getMany(name: string, tenant: string, ids: readonly string[]): Promise<ReadModelEntry[]> {
    return this.#rows(name, tenant).filter(({ id }) => ids.includes(id));
  }

  async knownThrough(): Promise<string> {
    return this.records.databaseTime();
  }

  /** One page holds all there is. */
  async list({ name, tenant, where = {}, from, before, descending = false }: ListQuery): Promise<ListPage> {
    const rows = this.#rows(name, tenant)
      .filter(({ document }) => Object.entries(where).every(([field, value]) => document[field] === value))
      .filter(
        ({ sortKey }) =>
          (from === undefined || sortKey >= from) && (before === undefined || sortKey < before),
      )
      .sort((a, b) => (`${a.sortKey} ${a.id}` < `${b.sortKey} ${b.id}` ? -1 : 1));
    return { entries: descending ? rows.reverse() : rows };
  }

  /** Every stream of a tenant with its category, in the order in which they began. */
  #streamsOf(tenant: string): ReadonlyMap<string, string> {
    const { events } = this.records;
    for (; this.#seen < events.length; this.#seen += 1) {
      const event = events[this.#seen];
      if (event === undefined) continue;
      const known = this.#streams.get(event.tenant) ?? new Map<string, string>();
      this.#streams.set(event.tenant, known.set(event.stream, event.stream.split('-')[0] ?? ''));
    }
    return this.#streams.get(tenant) ?? new Map<string, string>();
  }

  #rows(name: string, tenant: string): Row[] {
    const projection = this.projections.find((each) => each.name === name);
    if (projection === undefined) throw new Error(`This service keeps no read model ${name}.`);
    return [...this.#streamsOf(tenant)].flatMap(([stream, category]) => {
      if (!projection.categories.includes(category)) return [];
      const key = `${name}\n${tenant}\n${stream}`;
      const recorded = this.records.stream(tenant, stream);
      let known = this.#projected.get(key);
      if (known?.version !== recorded.length) {
        known = projected(projection, stream, recorded);
        this.#projected.set(key, known);
      }
      return known.row === undefined ? [] : [known.row];
    });
  }
}

function projected(projection: Projection, stream: string, recorded: readonly RecordedEvent[]): Projected {
  const version = recorded.length;
  const document: JsonObject | null = projection.project(recorded.map((event) => upcast(event)));
  if (document === null) return { version };
  return { version, row: { id: stream, version, document, sortKey: projection.sortKey(document) } };
}
