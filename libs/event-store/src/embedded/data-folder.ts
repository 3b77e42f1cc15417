import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, SERVER_MAJOR } from './binaries.js';
import { EmbeddedError } from './embedded-error.js';
import { commandOf, endServer, isAlive, startOf } from './processes.js';
import type { ServerUser } from './server-user.js';

const run = promisify(execFile);

/** Nothing of this process's environment reaches the server. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The superuser's password, made at the first start and kept in the folder for its owner alone. */
export async function superuserPassword(folder: string): Promise<string> {
  const file = join(folder, 'superuser-password');
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept !== '') return kept;
  const made = randomBytes(24).toString('base64url');
  await writeFile(file, made, { mode: 0o600 });
  return made;
}

/**
 * The database files, made when there are none. They are made beside their place and moved there when complete,
 * so that a start that was killed half way leaves nothing that looks like a database.
 */
export async function databaseFiles(
  folder: string,
  { initdb }: Binaries,
  { user, password, durable }: { user: ServerUser | undefined; password: string; durable: boolean },
): Promise<string> {
  const place = join(folder, 'data');
  const version = (await readFile(join(place, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version === SERVER_MAJOR) return place;
  if (version !== '') {
    throw new EmbeddedError(
      'other_server_version',
      `The data in ${place} is of PostgreSQL ${version}, this program brings ${SERVER_MAJOR}; dump and load it.`,
    );
  }
  const unfinished = `${place}.unfinished`;
  const passwordFile = join(folder, 'password.unfinished');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user !== undefined) {
    await chown(unfinished, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  try {
    await run(initdb, initdbFlags(unfinished, passwordFile, durable), {
      ...user,
      cwd: unfinished,
      env: SERVER_ENVIRONMENT,
    });
  } catch (cause) {
    const why = reasonIn((cause as { stderr?: unknown }).stderr);
    throw new EmbeddedError('server_failed', `The database could not be created in ${folder}${why}.`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, place);
  return place;
}

function initdbFlags(place: string, passwordFile: string, durable: boolean): string[] {
  return [
    `--pgdata=${place}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ];
}

/** Says that this process owns the folder, or refuses because another live one does. */
export async function takeOwnership(folder: string): Promise<void> {
  const file = join(folder, 'owner');
  const [pid, start] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const theirs = Number(pid);
  if (theirs > 0 && theirs !== process.pid && isAlive(theirs) && (await startOf(theirs)) === start) {
    throw new EmbeddedError('data_folder_in_use', `Process ${theirs} is already running on ${folder}.`);
  }
  await writeFile(file, `${process.pid}\n${await startOf(process.pid)}`);
}

/**
 * Ends the server that a killed owner left running on these files. Only by its process id, and only when that
 * process is a PostgreSQL server on exactly this folder.
 */
export async function endOrphan(place: string, politelyMs?: number): Promise<void> {
  const file = join(place, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0) || !isAlive(pid)) return;
  const command = await commandOf(pid);
  if (!command.includes('postgres') || !command.includes(` ${place} `)) return;
  await endServer(pid, politelyMs);
}

/** What initdb gave as its reason, such as a full disk, for behind a sentence; its advice is for another program. */
function reasonIn(stderr: unknown): string {
  const [, reason] = /(?:error|FATAL|PANIC): +(.+)/.exec(String(stderr ?? '')) ?? [];
  return reason === undefined ? '' : `: ${reason.replace(/\.$/, '')}`;
}
