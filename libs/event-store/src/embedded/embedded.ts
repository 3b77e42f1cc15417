/**
 * PostgreSQL without an installation: one server on the loopback, started and stopped by this process.
 * It refuses a folder another live process owns and data of another major version, and opens no door but its TCP
 * port. Its one invariant: a started server belongs to exactly one live process, and an orphan is ended first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { binaries } from './binaries.js';
import {
  databaseFiles,
  endOrphan,
  SERVER_ENVIRONMENT,
  superuserPassword,
  takeOwnership,
} from './data-folder.js';
import { EmbeddedError } from './embedded-error.js';
import { endWithUs } from './ending-with-us.js';
import { loopbackPort } from './loopback-port.js';
import { endServer } from './processes.js';
import { blockedAt, type ServerUser, serverUser } from './server-user.js';

export { takeOwnership } from './data-folder.js';
export { EmbeddedError, type EmbeddedErrorCode } from './embedded-error.js';
export { endingWithParent, endWithUs } from './ending-with-us.js';
export { loopbackPort } from './loopback-port.js';
export { commandOf, ended, isAlive, startOf } from './processes.js';

export interface EmbeddedOptions {
  /** Holds the database, its password and its logs; created when missing. */
  folder: string;
  /** 0 takes a free one. */
  port: number;
  maxConnections?: number;
  /** False only for tests: faster; survives a killed server but not a machine that stops. */
  durable?: boolean;
  /** Called once when the server ends by itself. */
  onDied?: (reason: string) => void;
  /** Leaves the server running when this process ends; whoever asks for that has to end it by `pid`. */
  outlivesProcess?: boolean;
  startTimeoutMs?: number;
}

export interface EmbeddedPostgres {
  /** The superuser's URL of the database `postgres`. */
  url: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Starts the server and resolves when it takes connections. Refusals are `EmbeddedError`s with a code. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const durable = options.durable ?? true;
  const user = await serverUser();
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await refuseBlocked(folder, user);
  await takeOwnership(folder);
  const found = await binaries(folder, user);
  const password = await superuserPassword(folder);
  const place = await databaseFiles(folder, found, { user, password, durable });
  await endOrphan(place);
  const port = await freePort(options.port);
  const server = await launch(found.postgres, serverFlags(place, port, { ...options, durable }), {
    folder,
    user,
  });
  if (!options.outlivesProcess) endWithUs(server, 'SIGINT');
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  const running = watch(server, options.onDied);
  await ready(url, running, { folder, timeoutMs: options.startTimeoutMs ?? 60_000 });
  if (options.outlivesProcess) server.unref();
  const pid = server.pid ?? 0;
  return {
    url,
    port,
    pid,
    stop: async () => {
      running.stopping = true;
      if (running.ended === undefined) await endServer(pid);
      await rm(join(folder, 'owner'), { force: true });
    },
  };
}

/** Where data can lie: the preferred folder, or one outside root's home when the server could not reach it. */
export async function reachableFolder(preferred: string, otherwise: string): Promise<string> {
  await mkdir(preferred, { recursive: true });
  return (await blockedAt(resolve(preferred), await serverUser())) === undefined ? preferred : otherwise;
}

async function refuseBlocked(folder: string, user: ServerUser | undefined): Promise<void> {
  const blocked = await blockedAt(folder, user);
  if (blocked === undefined) return;
  throw new EmbeddedError(
    'data_folder_unreachable',
    `The database does not run as root and its user may not enter ${blocked}; choose a data folder outside it.`,
  );
}

async function freePort(wanted: number): Promise<number> {
  try {
    return await loopbackPort(wanted);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${code})`;
    throw new EmbeddedError('port_taken', `Port ${wanted} ${reason}; choose another port.`, { cause });
  }
}

function serverFlags(place: string, port: number, options: EmbeddedOptions & { durable: boolean }): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: options.maxConnections ?? 200,
    logging_collector: 'on',
    log_filename: 'server-%a.log',
    log_truncate_on_rotation: 'on',
    // Statements may carry what customers wrote.
    log_min_error_statement: 'panic',
    jit: 'off',
    max_wal_size: '2GB',
    ...(options.durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
  return ['-D', place, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** In a process group of its own: Ctrl-C reaches us, and we stop the database last. */
async function launch(
  postgres: string,
  flags: string[],
  { folder, user }: { folder: string; user: ServerUser | undefined },
): Promise<ChildProcess> {
  const log = await open(join(folder, 'start.log'), 'w', 0o600);
  try {
    return spawn(postgres, flags, {
      ...user,
      cwd: join(folder, 'data'),
      env: SERVER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
  } finally {
    await log.close();
  }
}

interface Running {
  stopping: boolean;
  ready: boolean;
  ended?: string;
}

function watch(server: ChildProcess, onDied: EmbeddedOptions['onDied']): Running {
  const running: Running = { stopping: false, ready: false };
  const end = (reason: string) => {
    if (running.ended !== undefined) return;
    running.ended = reason;
    if (running.ready && !running.stopping) onDied?.(reason);
  };
  server.once('error', (error) => end(error.message));
  server.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  return running;
}

async function ready(
  url: string,
  running: Running,
  { folder, timeoutMs }: { folder: string; timeoutMs: number },
): Promise<void> {
  for (
    const until = Date.now() + timeoutMs;
    running.ended === undefined && Date.now() < until;
    await wait(25)
  ) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    const answers = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (answers) {
      running.ready = true;
      return;
    }
  }
  const log = await readFile(join(folder, 'start.log'), 'utf8').catch(() => '');
  throw new EmbeddedError(
    'server_failed',
    `PostgreSQL did not start (${running.ended ?? 'no answer in time'}): ${log.trim().split('\n').at(-1) ?? ''}`,
  );
}
