import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { reachableFolder } from '@countersign/event-store/embedded';
import { CommandRefused } from '../terminal/refusal.js';

const DEFAULT_FOLDER = '.countersign';

/** What `start` puts into a data folder; `--fresh` removes these names and nothing else. */
const OURS = [
  'database',
  'sandbox',
  'kafka',
  'role-passwords.json',
  'approval-key.pem',
  'seal-key.pem',
  'subject-keys-wrapping-key',
  'running.json',
  'countersign.log',
];

/**
 * The folder to use. As root the database runs as another user, who may not enter root's home: then the default
 * lies in /var/tmp, under a name made of the folder asked for, so that every command finds the same one.
 */
export async function dataFolder(asked: string | undefined): Promise<string> {
  const preferred = resolve(asked ?? DEFAULT_FOLDER);
  if (asked !== undefined) return preferred;
  const mark = createHash('sha256').update(preferred).digest('hex').slice(0, 12);
  const folder = await reachableFolder(preferred, `/var/tmp/countersign-${mark}`);
  if (folder !== preferred) await refuseSomebodyElses(folder);
  return folder;
}

/** Anybody may make a folder in /var/tmp; keys are kept in none that another user could have prepared. */
async function refuseSomebodyElses(folder: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || (found.isDirectory() && found.uid === process.getuid?.())) return;
  throw new CommandRefused(`${folder} belongs to somebody else; name a data folder of your own with --data.`);
}

/** Makes the folder when it is missing. The database's user passes through it; every secret in it is 0600. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await writeFile(join(folder, '.gitignore'), '*\n');
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    const why = code === 'EEXIST' ? 'is a file and no folder' : `cannot be written (${code})`;
    throw new CommandRefused(`The data folder ${folder} ${why}; name another with --data.`, { cause });
  }
}

/** Folder by folder: where none can be made, as below /proc, Node's own way down never comes back. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => error);
  if (made === undefined) return;
  const above = dirname(folder);
  if (made.code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
  if (made.code !== 'ENOENT' || above === folder) throw made;
  await makeFolder(above);
  await mkdir(folder, { mode: 0o755 });
}

/** Throws away what an earlier run left in the folder. */
export async function emptyFolder(folder: string): Promise<void> {
  for (const name of OURS) await rm(join(folder, name), { recursive: true, force: true });
}

/** A text that only the owner may read, written whole or not at all. */
export async function writePrivate(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`;
  await writeFile(unfinished, text, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, file);
}

/** The file's text, or undefined when there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
