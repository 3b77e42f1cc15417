import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, type Role, roles } from '@countersign/event-store';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@countersign/event-store/embedded';
import pg from 'pg';

export interface BenchDatabase {
  readonly name: string;
  readonly urls: Readonly<Record<Role, string>>;
  readonly adminUrl: string;
  /** 32 bytes in base64. One a database: what one start seals in it, the next one has to open. */
  readonly wrappingKey: string;
  /** Of a superuser. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** A PostgreSQL of its own that writes through to the disk, in a folder that goes away with it. */
export interface BenchServer {
  readonly folder: string;
  readonly version: string;
  /** Of the server's first process. */
  readonly pid: number;
  /** A migrated database. */
  database(name: string): Promise<BenchDatabase>;
  stop(): Promise<void>;
}

const template = 'bench_template';

export async function startBenchServer(): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  // The server does not run as root and has to enter.
  await chmod(folder, 0o755);
  const server = await startCountingServer(join(folder, 'postgres'));
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const password = randomBytes(12).toString('hex');
    const admin = new pg.Pool({ connectionString: server.url, max: 2 });
    admin.on('error', () => undefined);
    await admin.query(`create database ${template}`);
    const rolePasswords = Object.fromEntries(roles.map((role) => [role, password]));
    await migrate(inDatabase(server.url, template), { rolePasswords });
    const { rows } = await admin.query<{ server_version: string }>('show server_version');
    return {
      folder,
      version: rows[0]?.server_version ?? 'unknown',
      pid: server.pid,
      database: (name) => openDatabase({ admin, url: server.url, password }, name),
      stop: async () => {
        await admin.end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It can count statements; it does so only in databases that ask for it, because counting costs a little. */
async function startCountingServer(folder: string): Promise<EmbeddedPostgres> {
  const start = () => startEmbeddedPostgres({ folder, port: 0, durable: true });
  const first = await start();
  const { rowCount } = await asked(
    first.url,
    "select from pg_available_extensions where name = 'pg_stat_statements'",
  );
  if (rowCount === 0) return first;
  await asked(first.url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await first.stop();
  const second = await start();
  await asked(second.url, "alter system set pg_stat_statements.track = 'none'");
  await asked(second.url, 'select pg_reload_conf()');
  return second;
}

async function asked(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

interface Server {
  readonly admin: pg.Pool;
  readonly url: string;
  readonly password: string;
}

async function openDatabase({ admin, url, password }: Server, name: string): Promise<BenchDatabase> {
  await admin.query(`create database ${name} template ${template}`);
  const adminUrl = inDatabase(url, name);
  const pool = new pg.Pool({ connectionString: adminUrl, max: 2 });
  pool.on('error', () => undefined);
  return {
    name,
    urls: Object.fromEntries(
      roles.map((role) => [role, inDatabase(url, name, { role, password })]),
    ) as Record<Role, string>,
    adminUrl,
    wrappingKey: randomBytes(32).toString('base64'),
    async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(text, [...values])).rows;
    },
    async drop() {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
    },
  };
}

function inDatabase(url: string, database: string, as?: { role: Role; password: string }): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  if (as !== undefined) {
    changed.username = as.role;
    changed.password = as.password;
  }
  return changed.href;
}
