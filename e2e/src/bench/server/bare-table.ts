import type pg from 'pg';
import type { BenchDatabase } from './bench-server.js';

/** A row of the floors: the columns of an event, filled beforehand, so that a floor pays for nothing but writing. */
export interface BareRow {
  readonly stream: string;
  readonly version: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** The columns, defaults and indexes of the events; no checks, no triggers, nobody's authority. */
export async function bareTable(database: BenchDatabase, name: string): Promise<void> {
  await database.query(
    `create table public.${name} (like countersign.events including defaults including identity including indexes)`,
  );
}

const columns = `tenant, stream, version, id, type, schema_version, data, metadata, recorded_at, recorded_by,
  previous_hash, hash`;
const constants = `clock_timestamp(), 'bench', decode(repeat('ab', 32), 'hex'), decode(repeat('cd', 32), 'hex')`;

/** One transaction, a prepared single-row insert for each. */
export function singleRowInserts(client: pg.Client, table: string) {
  const text = `insert into public.${table} (${columns}) values ('bench', $1, $2, $3, $4, 1, $5, $6, ${constants})`;
  return async (rows: readonly BareRow[]): Promise<void> => {
    await client.query('begin');
    for (const { stream, version, id, type, data, metadata } of rows) {
      await client.query({ name: table, text, values: [stream, version, id, type, data, metadata] });
    }
    await client.query('commit');
  };
}

/** One statement for all rows: the least that PostgreSQL can be asked to do with these bytes. */
export function multiRowInsert(client: pg.Client, table: string) {
  const text = `insert into public.${table} (${columns})
    select 'bench', stream, version, id, type, 1, data, metadata, ${constants}
    from unnest($1::text[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[])
      as given (stream, version, id, type, data, metadata)`;
  return async (rows: readonly BareRow[]): Promise<void> => {
    const column = <Key extends keyof BareRow>(key: Key) => rows.map((row) => row[key]);
    const values = [column('stream'), column('version'), column('id'), column('type')];
    await client.query({ name: table, text, values: [...values, column('data'), column('metadata')] });
  };
}

export async function countOf(database: BenchDatabase, table: string): Promise<number> {
  const [row] = await database.query<{ count: string }>(`select count(*)::text as count from ${table}`);
  return Number(row?.count ?? 'NaN');
}
