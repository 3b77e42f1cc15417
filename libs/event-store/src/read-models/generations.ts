import type pg from 'pg';
import type { Cursor } from '../port.js';
import { asStoreError } from '../store-error.js';
import type { Projected } from './projection.js';

/** One complete copy of a read model, and how far it has come. */
export interface Generation {
  name: string;
  generation: number;
  revision: number;
  status: 'building' | 'live' | 'retired';
  cursor: Cursor;
}

interface GenerationRow extends Omit<Generation, 'cursor'> {
  transaction_id: string;
  position: string;
}

/** The generations of a read model that exist, newest first; errors come as `StoreError`. */
export async function generationsOf(pool: pg.Pool, name: string): Promise<Generation[]> {
  const text = `select name, generation, revision, status, transaction_id::text, position::text
     from countersign.read_model_generations where name = $1 order by generation desc`;
  // The pool's own errors have no code: a connection that was not made in time would look like a fault for ever.
  const { rows } = await pool.query<GenerationRow>(text, [name]).catch((error: unknown) => {
    throw asStoreError(error);
  });
  return rows.map(({ transaction_id, position, ...row }) => ({
    ...row,
    cursor: { transactionId: transaction_id, position },
  }));
}

/**
 * Writes documents and moves the cursor in one transaction. False, and nothing written, when another process has
 * moved this generation meanwhile: read its cursor again and go on from there.
 * One statement, because every reader of the record waits for a transaction that has written: statement by statement
 * it stayed open for as long as a busy process took to send the next one.
 */
export async function writeDocuments(
  pool: pg.Pool,
  { name, generation, cursor: from }: Generation,
  { documents, cursor: to }: { documents: readonly Projected[]; cursor: Cursor },
): Promise<boolean> {
  const shown = documents.flatMap(({ content, ...key }) =>
    content === null ? [] : [{ ...key, ...content }],
  );
  const gone = documents.filter(({ content }) => content === null);
  const values = [
    ...[name, generation, from.transactionId, from.position, to.transactionId, to.position],
    ...[shown.map(({ tenant }) => tenant), shown.map(({ id }) => id), shown.map(({ version }) => version)],
    ...[shown.map(({ sortKey }) => sortKey), shown.map(({ document }) => JSON.stringify(document))],
    ...[gone.map(({ tenant }) => tenant), gone.map(({ id }) => id), gone.map(({ version }) => version)],
  ];
  const write = { name: 'documents-write', text: WRITE_DOCUMENTS, values };
  // The pool's own errors have no code: a connection that was not made in time would look like a fault for ever.
  const { rows } = await pool.query<{ moved: boolean }>(write).catch((error: unknown) => {
    throw asStoreError(error);
  });
  return rows[0]?.moved === true;
}

const WRITE_DOCUMENTS = `
  with moved as (
    update countersign.read_model_generations set transaction_id = $5::xid8, position = $6::bigint
    where name = $1 and generation = $2 and transaction_id = $3::xid8 and position = $4::bigint
      and status <> 'retired'
    returning name, generation
  ), shown as (
    insert into countersign.read_models as kept (name, generation, tenant, id, version, sort_key, document)
    select moved.*, changed.*
    from moved, unnest($7::text[], $8::text[], $9::integer[], $10::text[], $11::jsonb[]) as changed
    on conflict (name, generation, tenant, id) do update
      set version = excluded.version, sort_key = excluded.sort_key, document = excluded.document
      where excluded.version > kept.version
  ), gone as (
    delete from countersign.read_models kept
    using moved, unnest($12::text[], $13::text[], $14::integer[]) as removed (tenant, id, version)
    where kept.name = moved.name and kept.generation = moved.generation and kept.tenant = removed.tenant
      and kept.id = removed.id and removed.version >= kept.version
  )
  select exists (select from moved) as moved`;

/** Runs the work in one transaction; errors come as `StoreError`. */
export async function transaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // Closed rather than returned: the connection may be gone or inside a failed transaction.
    client?.release(true);
    throw asStoreError(error);
  }
}
