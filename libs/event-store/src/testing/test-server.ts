import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { endOrphan } from '../embedded/data-folder.js';
import { startEmbeddedPostgres } from '../embedded/embedded.js';
import { isAlive } from '../embedded/processes.js';
import { migrate, migrations } from '../migrate.js';
import { type RolePasswords, roles } from '../roles.js';

/** Roles belong to the server and test runs may share one, so all of them use one password. */
export const TEST_PASSWORD = 'countersign-test';

const PREFIX = 'countersign-run-';
const RUN = 'COUNTERSIGN_TEST_RUN';
const EXTERNAL = 'COUNTERSIGN_TEST_DATABASE_URL';
const START_WITHIN_MS = 240_000;

export interface TestServer {
  /** The superuser's URL. */
  adminUrl: string;
  /** The migrated database that test databases are copies of. */
  template: string;
  /** Of the server, when this run started it. */
  pid?: number;
}

/** Opens a run: one folder that every worker of the run meets in. Nothing is started yet. */
export async function openTestRun(): Promise<string> {
  await endAbandonedRuns();
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  process.env[RUN] = folder;
  return folder;
}

/** Ends the run's server, if one was started, and removes everything. */
export async function closeTestRun(folder: string): Promise<void> {
  // Nobody needs these files again, so there is nothing to wait for.
  await endOrphan(join(folder, 'postgres/data'), 2_000);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The run's server: started by whichever worker needs it first, while the others wait for its word. */
export async function testServer(): Promise<TestServer> {
  const folder = process.env[RUN];
  if (folder === undefined) throw new Error(`Tests with a database need a run; ${RUN} is not set`);
  const first = await mkdir(join(folder, 'starting')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (first) await start(folder).catch((error) => announce(folder, { failed: String(error) }));
  for (const until = Date.now() + START_WITHIN_MS; Date.now() < until; await wait(25)) {
    const server = await announced(folder);
    if (server !== undefined) return server;
  }
  throw new Error(`The test database did not start within ${START_WITHIN_MS / 1_000} seconds`);
}

async function start(folder: string): Promise<void> {
  const external = process.env[EXTERNAL];
  if (external !== undefined && external !== '') {
    return announce(folder, { adminUrl: external, template: await template(external) });
  }
  const embedded = await startEmbeddedPostgres({
    folder: join(folder, 'postgres'),
    port: 0,
    durable: false,
    outlivesProcess: true,
    startTimeoutMs: 120_000,
  });
  await announce(folder, {
    adminUrl: embedded.url,
    pid: embedded.pid,
    template: await template(embedded.url),
  });
}

/** Named after the migrations, so that an external server never serves an older shape. */
async function template(adminUrl: string): Promise<string> {
  const [latest] = (await migrations()).map(({ sha256 }) => sha256).reverse();
  const all = (await migrations()).map(({ sha256 }) => sha256.slice(0, 2)).join('');
  const name = `countersign_template_${all}_${latest?.slice(0, 8)}`.slice(0, 63);
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`select pg_advisory_lock(hashtext('countersign test template'))`);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await admin.query(`create database ${name}`);
    const rolePasswords: RolePasswords = Object.fromEntries(roles.map((role) => [role, TEST_PASSWORD]));
    await migrate(databaseUrl(adminUrl, name), { rolePasswords });
  } finally {
    await admin.end();
  }
  return name;
}

/**
 * The same server, another database and, if given, another role. A connection may take a minute to open: on a machine
 * that stands still for some seconds it must not look as if there were no database.
 */
export function databaseUrl(
  adminUrl: string,
  database: string,
  role?: { name: string; password: string },
): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  url.searchParams.set('connect_timeout', '60');
  if (role !== undefined) {
    url.username = role.name;
    url.password = role.password;
  }
  return url.href;
}

async function announce(folder: string, word: TestServer | { failed: string }): Promise<void> {
  await writeFile(join(folder, 'server.unfinished'), JSON.stringify(word), { mode: 0o600 });
  await rename(join(folder, 'server.unfinished'), join(folder, 'server.json'));
}

async function announced(folder: string): Promise<TestServer | undefined> {
  const text = await readFile(join(folder, 'server.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const word = JSON.parse(text) as TestServer | { failed: string };
  if ('failed' in word) throw new Error(`The test database did not start: ${word.failed}`);
  return word;
}

/** Runs whose process was killed leave a server behind; each is ended by its own process id. */
async function endAbandonedRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? 0);
    if (pid > 0 && !isAlive(pid)) await closeTestRun(join(tmpdir(), name));
  }
}
