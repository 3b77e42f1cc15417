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
 */
export async function writeDocuments(
  pool: pg.Pool,
  generation: Generation,
  { documents, cursor }: { documents: readonly Projected[]; cursor: Cursor },
): Promise<boolean> {
  return transaction(pool, async (client) => {
    const moved = await client.query({
      name: 'generation-move',
      text: `update countersign.read_model_generations set transaction_id = $5::xid8, position = $6::bigint
        where name = $1 and generation = $2 and transaction_id = $3::xid8 and position = $4::bigint
          and status <> 'retired'`,
      values: [
        generation.name,
        generation.generation,
        generation.cursor.transactionId,
        generation.cursor.position,
        cursor.transactionId,
        cursor.position,
      ],
    });
    if (moved.rowCount === 0) return false;
    await upsert(client, generation, documents);
    await remove(client, generation, documents);
    return true;
  });
}

async function upsert(
  client: pg.PoolClient,
  { name, generation }: Generation,
  documents: readonly Projected[],
) {
  const shown = documents.flatMap(({ content, ...key }) =>
    content === null ? [] : [{ ...key, ...content }],
  );
  if (shown.length === 0) return;
  await client.query({
    name: 'documents-upsert',
    text: `insert into countersign.read_models as kept (name, generation, tenant, id, version, sort_key, document)
      select $1, $2, * from unnest($3::text[], $4::text[], $5::integer[], $6::text[], $7::jsonb[])
      on conflict (name, generation, tenant, id) do update
        set version = excluded.version, sort_key = excluded.sort_key, document = excluded.document
        where excluded.version > kept.version`,
    values: [
      name,
      generation,
      shown.map(({ tenant }) => tenant),
      shown.map(({ id }) => id),
      shown.map(({ version }) => version),
      shown.map(({ sortKey }) => sortKey),
      shown.map(({ document }) => JSON.stringify(document)),
    ],
  });
}

async function remove(
  client: pg.PoolClient,
  { name, generation }: Generation,
  documents: readonly Projected[],
) {
  const gone = documents.filter(({ content }) => content === null);
  if (gone.length === 0) return;
  await client.query({
    name: 'documents-remove',
    text: `delete from countersign.read_models kept
      using unnest($3::text[], $4::text[], $5::integer[]) as gone (tenant, id, version)
      where kept.name = $1 and kept.generation = $2 and kept.tenant = gone.tenant and kept.id = gone.id
        and gone.version >= kept.version`,
    values: [
      name,
      generation,
      gone.map(({ tenant }) => tenant),
      gone.map(({ id }) => id),
      gone.map(({ version }) => version),
    ],
  });
}

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
