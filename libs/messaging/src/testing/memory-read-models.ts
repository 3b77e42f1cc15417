import { upcast } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';
import type { ListPage, ListQuery, Projection, ReadModelEntry } from '@countersign/event-store';
import type { MemoryRecords } from './memory-records.js';

interface Row extends ReadModelEntry {
  readonly sortKey: string;
}

/**
 * Read models over a store in memory, projected anew whenever somebody asks: what they would show once they had caught
 * up. There are few streams in a simulation.
 */
export class MemoryReadModels {
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

  #rows(name: string, tenant: string): Row[] {
    const projection = this.projections.find((each) => each.name === name);
    if (projection === undefined) throw new Error(`This service keeps no read model ${name}.`);
    const names = new Set(
      this.records.events.filter((event) => event.tenant === tenant).map(({ stream }) => stream),
    );
    return [...names].flatMap((stream) => {
      if (!projection.categories.includes(stream.split('-')[0] ?? '')) return [];
      const events = this.records.stream(tenant, stream).map((event) => upcast(event));
      const document: JsonObject | null = projection.project(events);
      if (document === null) return [];
      return [{ id: stream, version: events.length, document, sortKey: projection.sortKey(document) }];
    });
  }
}
