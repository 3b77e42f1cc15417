import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { createRoles, type RolePasswords } from './roles.js';

/** The SQL is read from the sources, which are shipped beside `dist`. */
const SQL = new URL('../src/sql/', import.meta.url);

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

export interface MigrateOptions {
  rolePasswords: RolePasswords;
}

/** A database whose past is not the past of this program. */
export class MigrationRefused extends Error {
  readonly code = 'migration_refused';
}

/** The migrations in order. */
export async function migrations(): Promise<Migration[]> {
  const names = (await readdir(SQL)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, SQL), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Brings a database up to date: roles, the job library's schema, then each missing migration in a transaction of
 * its own. Several processes may call it at once; one works, the others wait and find it done. A migration that
 * was edited after it ran, or one this program does not know, is refused with `migration_refused`.
 * @param adminUrl a superuser, or a role that may create roles and grant on the database
 */
export async function migrate(adminUrl: string, options: MigrateOptions): Promise<{ applied: string[] }> {
  const admin = new pg.Client({ connectionString: adminUrl, application_name: 'countersign migrate' });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    await requireVersion(admin);
    await createRoles(admin, options.rolePasswords);
    await admin.query(`select pg_advisory_lock(hashtext('countersign'), hashtext('migrations'))`);
    await installJobLibrary(adminUrl);
    await admin.query('set role countersign_owner');
    return { applied: await applyMissing(admin) };
  } finally {
    await admin.end();
  }
}

async function requireVersion(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  if ((rows[0]?.number ?? 0) < 150_000) {
    throw new MigrationRefused(`PostgreSQL 15 or later is needed; this server is ${rows[0]?.name}`);
  }
}

/** As the owner, so that `append` (which runs as the owner) can set and cancel jobs. */
async function installJobLibrary(adminUrl: string): Promise<void> {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    application_name: 'countersign migrate jobs',
    options: '-c role=countersign_owner',
    max: 1,
  });
  // The job library asks for a listener on the pool and on each of its connections.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function applyMissing(owner: pg.Client): Promise<string[]> {
  await owner.query(`
    create schema if not exists countersign;
    create table if not exists countersign.schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default clock_timestamp()
    );`);
  const { rows } = await owner.query<{ name: string; sha256: string }>(
    'select name, sha256 from countersign.schema_migrations order by name',
  );
  const known = await migrations();
  refuseAnotherPast(rows, known);
  const missing = known.slice(rows.length);
  for (const migration of missing) await apply(owner, migration);
  return missing.map(({ name }) => name);
}

function refuseAnotherPast(
  past: readonly { name: string; sha256: string }[],
  known: readonly Migration[],
): void {
  for (const [index, { name, sha256 }] of past.entries()) {
    const here = known[index];
    if (here?.name !== name) {
      throw new MigrationRefused(`The database has had migration ${name}, which this program does not know`);
    }
    if (here.sha256 !== sha256) {
      throw new MigrationRefused(`Migration ${name} was edited after it ran; add a new migration instead`);
    }
  }
}

async function apply(owner: pg.Client, { name, sql, sha256 }: Migration): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query(sql);
    await owner.query('insert into countersign.schema_migrations (name, sha256) values ($1, $2)', [
      name,
      sha256,
    ]);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
