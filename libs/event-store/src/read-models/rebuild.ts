import type { RecordedEvent } from '@countersign/contracts';
import type pg from 'pg';
import type { Cursor } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { asStoreError } from '../store-error.js';
import { replayAll } from '../verify/replay.js';
import { changedStreams, wholeStreams } from './changed-streams.js';
import { type Generation, generationsOf, transaction, writeDocuments } from './generations.js';
import { isAbout, type Projected, type Projection, projectStream } from './projection.js';

export interface RebuildSource {
  store: PostgresEventStore;
  pool: pg.Pool;
  pageSize?: number;
}

/** Another process is rebuilding the same read model. */
class RebuildRunning extends Error {
  readonly code = 'rebuild_running';
}

/**
 * Builds a read model anew beside the live one, which stays readable and goes on, and switches when the new one
 * has caught up. Events that arrive meanwhile are in it: it notes where the order stood before it began, and
 * goes through everything after that once more.
 */
export async function rebuild(projection: Projection, source: RebuildSource): Promise<Generation> {
  return alone(source.pool, projection.name, async () => {
    const building = await begin(projection, source);
    const filled = await fill(projection, building, source);
    const caughtUp = await catchUp(projection, filled, source);
    await switchTo(source.pool, caughtUp);
    await removeRetired(source.pool, projection.name);
    return { ...caughtUp, status: 'live' };
  });
}

/** The lock lives on its own connection, so a killed rebuild frees it. */
async function alone<Result>(pool: pg.Pool, name: string, work: () => Promise<Result>): Promise<Result> {
  const lost = (error: unknown) => {
    throw asStoreError(error);
  };
  const client = await pool.connect().catch(lost);
  const key = [`countersign rebuild ${name}`];
  try {
    const { rows } = await client
      .query<{ locked: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as locked', key)
      .catch(lost);
    if (rows[0]?.locked !== true) throw new RebuildRunning(`${name} is being rebuilt already`);
    const result = await work();
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', key).catch(lost);
    return result;
  } finally {
    client.release(true);
  }
}

async function begin(projection: Projection, { store, pool }: RebuildSource): Promise<Generation> {
  const cursor = (await store.head()).readable;
  const [newest] = await generationsOf(pool, projection.name);
  const { name, revision } = projection;
  const generation = (newest?.generation ?? 0) + 1;
  await transaction(pool, async (client) => {
    // What a killed rebuild left.
    await client.query(
      `update countersign.read_model_generations set status = 'retired' where name = $1 and status = 'building'`,
      [name],
    );
    await client.query(
      `insert into countersign.read_model_generations
         (name, generation, revision, status, transaction_id, position)
       values ($1, $2, $3, 'building', $4::xid8, $5::bigint)`,
      [name, generation, revision, cursor.transactionId, cursor.position],
    );
  });
  return { name, generation, revision, status: 'building', cursor };
}

async function fill(
  projection: Projection,
  building: Generation,
  { store, pool, pageSize = 500 }: RebuildSource,
): Promise<Generation> {
  let documents: Projected[] = [];
  let stream: RecordedEvent[] = [];
  const flush = async () => {
    await write(pool, building, documents, building.cursor);
    documents = [];
  };
  for await (const event of replayAll(store)) {
    const first = stream[0];
    if (first !== undefined && (first.stream !== event.stream || first.tenant !== event.tenant)) {
      documents.push(projectStream(projection, stream));
      stream = [];
      if (documents.length >= pageSize) await flush();
    }
    if (isAbout(projection, event.stream)) stream.push(event);
  }
  if (stream.length > 0) documents.push(projectStream(projection, stream));
  await flush();
  return building;
}

async function catchUp(
  projection: Projection,
  from: Generation,
  { store, pool, pageSize = 500 }: RebuildSource,
): Promise<Generation> {
  let current = from;
  const streams = wholeStreams(store);
  for (;;) {
    const { events, cursor } = await store.readAfter(current.cursor, pageSize);
    if (events.length === 0) return current;
    const documents = (await changedStreams(streams, projection, events)).map((s) =>
      projectStream(projection, s),
    );
    await write(pool, current, documents, cursor);
    current = { ...current, cursor };
  }
}

async function write(pool: pg.Pool, generation: Generation, documents: readonly Projected[], cursor: Cursor) {
  if (!(await writeDocuments(pool, generation, { documents, cursor }))) {
    throw new RebuildRunning(`${generation.name} is being rebuilt by another process`);
  }
}

async function switchTo(pool: pg.Pool, { name, generation }: Generation): Promise<void> {
  await transaction(pool, async (client) => {
    await client.query(
      `update countersign.read_model_generations set status = 'retired' where name = $1 and status = 'live'`,
      [name],
    );
    await client.query(
      `update countersign.read_model_generations set status = 'live' where name = $1 and generation = $2`,
      [name, generation],
    );
  });
}

/** After the switch, so that whoever was reading the old one has finished its statement. */
async function removeRetired(pool: pg.Pool, name: string): Promise<void> {
  await transaction(pool, async (client) => {
    const retired = `select generation from countersign.read_model_generations where name = $1 and status = 'retired'`;
    await client.query(`delete from countersign.read_models where name = $1 and generation in (${retired})`, [
      name,
    ]);
    await client.query(
      `delete from countersign.read_model_generations where name = $1 and status = 'retired'`,
      [name],
    );
  });
}
