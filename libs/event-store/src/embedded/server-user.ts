import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError } from './embedded-error.js';

/** Whom the server runs as; undefined is the user of this process. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const USER = 'postgres';
const run = promisify(execFile);

/**
 * PostgreSQL refuses to run as root. As root it runs as `postgres`, which is created when missing: the server
 * looks its user up by name, so a bare number is not enough.
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const known = await lookUp();
  if (known !== undefined) return known;
  const cause = await run('useradd', ['--system', '--no-create-home', '--shell', '/bin/false', USER]).then(
    () => undefined,
    (error: unknown) => error,
  );
  const created = await lookUp();
  if (created !== undefined) return created;
  throw new EmbeddedError(
    'no_server_user',
    `PostgreSQL does not run as root and the user ${USER} could not be created; create it or start as another user.`,
    { cause },
  );
}

async function lookUp(): Promise<ServerUser | undefined> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith(`${USER}:`))
    ?.split(':');
  return fields === undefined ? undefined : { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** The first folder on the way to `path` that the server's user may not pass through, if any. */
export async function blockedAt(path: string, user: ServerUser | undefined): Promise<string | undefined> {
  if (user === undefined) return undefined;
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = await stat(folder);
    const passes = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (passes === 0) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
