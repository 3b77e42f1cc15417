import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Path from the repository's root, and text. */
export type SourceTree = ReadonlyMap<string, string>;

export const repositoryRoot = resolve(import.meta.dirname, '../../../..');

/** Every file git knows or would take, as it is in the working tree. */
export function readRepository(): SourceTree {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = listed.split('\n').filter((path) => path !== '' && existsSync(join(repositoryRoot, path)));
  return new Map(paths.map((path) => [path, readFileSync(join(repositoryRoot, path), 'utf8')]));
}

/** The TypeScript of apps, libs and e2e. */
export function sources(tree: SourceTree): readonly (readonly [string, string])[] {
  return [...tree].filter(([path]) => /^(apps|libs|e2e)\/.*\.ts$/.test(path));
}
