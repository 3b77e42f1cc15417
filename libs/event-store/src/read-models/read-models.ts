import type { JsonObject, JsonValue } from '@countersign/domain';
import type { Reads } from '../claims.js';

export interface ReadModelEntry<Document = JsonObject> {
  id: string;
  /** The version of the stream that it shows. */
  version: number;
  document: Document;
}

export interface ListQuery {
  name: string;
  tenant: string;
  /** Top-level fields that must have exactly these values. */
  where?: Readonly<Record<string, JsonValue>>;
  /** Sort keys from this one on, and before that one, in code point order. */
  from?: string;
  before?: string;
  descending?: boolean;
  /** At most 200. */
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

export interface ListPage<Document = JsonObject> {
  entries: ReadModelEntry<Document>[];
  next?: string;
}

interface Row<Document> extends ReadModelEntry<Document> {
  sort_key: string;
}

const LIVE = `countersign.read_models
  join countersign.read_model_generations using (name, generation)
  where status = 'live' and name = $1 and tenant = $2`;

/** Questions to read models. `Document` is what the projection of that name writes. */
export class ReadModels {
  constructor(private readonly reads: Reads) {}

  async get<Document = JsonObject>(
    name: string,
    tenant: string,
    id: string,
  ): Promise<ReadModelEntry<Document> | undefined> {
    const rows = await this.reads.query<ReadModelEntry<Document>>(
      'read-model-get',
      `select id, version, document from ${LIVE} and id = $3`,
      [name, tenant, id],
    );
    return rows[0];
  }

  /** Those of these that are shown, in no order. At most 200 at a time. */
  async getMany<Document = JsonObject>(
    name: string,
    tenant: string,
    ids: readonly string[],
  ): Promise<ReadModelEntry<Document>[]> {
    if (ids.length === 0) return [];
    return this.reads.query<ReadModelEntry<Document>>(
      'read-model-get-many',
      `select id, version, document from ${LIVE} and id = any($3::text[])`,
      [name, tenant, ids.slice(0, 200)],
    );
  }

  /**
   * The instant before which everything that was recorded is in the model, by database time. What an open transaction
   * holds back from readers is not in it, and the instant says so. `never` before the model was first built.
   */
  async knownThrough(name: string): Promise<string> {
    const rows = await this.reads.query<{ through: string }>(
      'read-model-known-through',
      `select to_char(coalesce(
         (select min(recorded_at) from (
            select recorded_at from countersign.events
            where (transaction_id, position) > (live.transaction_id, live.position)
            order by transaction_id, position limit 1000) beyond),
         countersign.now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as through
       from countersign.read_model_generations live where status = 'live' and name = $1`,
      [name],
    );
    return rows[0]?.through ?? 'never';
  }

  /** A page in the order of the declared sort key, ties by id. A cursor that is not ours is `invalid_cursor`. */
  async list<Document = JsonObject>(query: ListQuery): Promise<ListPage<Document>> {
    const { name, tenant, where = {}, descending = false } = query;
    const limit = Math.min(Math.max(query.limit ?? 50, 1), 200);
    const [sortKey, id] = query.after === undefined ? [null, null] : place(query.after);
    const direction = descending ? 'desc' : 'asc';
    const rows = await this.reads.query<Row<Document>>(
      `read-model-list-${direction}-${query.after === undefined ? 'first' : 'next'}`,
      `select id, version, document, sort_key from ${LIVE} and document @> $3::jsonb
       ${query.after === undefined ? 'and $4::text is null and $5::text is null' : `and (sort_key, id) ${descending ? '<' : '>'} ($4, $5)`}
       and ($7::text is null or sort_key >= $7) and ($8::text is null or sort_key < $8)
       order by sort_key ${direction}, id ${direction} limit $6`,
      [name, tenant, JSON.stringify(where), sortKey, id, limit + 1, query.from ?? null, query.before ?? null],
    );
    const entries = rows.slice(0, limit);
    const last = entries.at(-1);
    return {
      entries: entries.map(({ id, version, document }) => ({ id, version, document })),
      ...(rows.length > limit && last !== undefined && { next: cursorOf(last) }),
    };
  }
}

/** A cursor that no page of ours ever gave. */
export class InvalidCursor extends Error {
  readonly code = 'invalid_cursor';
}

function cursorOf({ sort_key, id }: { sort_key: string; id: string }): string {
  return Buffer.from(JSON.stringify([sort_key, id])).toString('base64url');
}

function place(cursor: string): [string, string] {
  try {
    const [sortKey, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (typeof sortKey === 'string' && typeof id === 'string') return [sortKey, id];
  } catch {
    // Not JSON: told below, like any other cursor that is not ours.
  }
  throw new InvalidCursor('The cursor does not belong to this list');
}
