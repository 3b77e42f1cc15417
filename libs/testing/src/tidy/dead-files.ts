import { posix } from 'node:path';
import type { Check } from './checks.js';
import { sources } from './source-tree.js';

/** Every source file is imported by another, or is an entry named in its package.json, a test or a program. */
export const noFileIsDead: Check = (tree) => {
  const imported = new Set(sources(tree).flatMap(([path, text]) => importsOf(path, text)));
  const entries = new Set([...tree].flatMap(([path, text]) => entriesOf(path, text)));
  const byConvention = sources(tree).flatMap(([path, text]) => conventionsOf(path, text));
  const scripts = tree.get('package.json') ?? '';
  return sources(tree)
    .map(([path]) => path)
    .filter((path) => !/\.spec\.ts$/.test(path) && !imported.has(path) && !entries.has(path))
    .filter((path) => !byConvention.some((convention) => convention.test(path)))
    .filter(
      (path) =>
        !scripts.includes(path.replace('/src/', '/dist/').replace(/\.ts$/, '.js')) &&
        !/\/main\.ts$/.test(path),
    )
    .map((path) => `${path}: nothing imports it`);
};

function importsOf(path: string, text: string): string[] {
  const relative = [
    ...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g),
    ...text.matchAll(/new URL\(\s*['"](\.[^'"]+)\.js['"]/g),
  ];
  return relative.map(([, to]) => posix.join(posix.dirname(path), `${to}.ts`));
}

/** What is imported by the name of its folder, as in "./" + name + "/reads.js" written as one template. */
export function conventionsOf(path: string, text: string): RegExp[] {
  const templates = [...text.matchAll(/import\(\s*`(\.\/[^`]*\$\{name\}[^`]*)\.js`\s*\)/g)];
  return templates.map(([, template = '']) => {
    const [first = '', ...rest] = `${posix.dirname(path)}/${template.slice(2)}`.split(/\$\{name\}/);
    return new RegExp(`^${first}([\\w-]+)${rest.join('\\1')}\\.ts$`);
  });
}

/** The sources behind the entries that a package.json names; none for any other file. */
export function entriesOf(path: string, text: string): string[] {
  if (!path.endsWith('/package.json')) return [];
  const listed = [...text.matchAll(/\.\/dist\/([\w./-]+?)\.js\b/g)];
  return listed.map(([, entry]) => posix.join(posix.dirname(path), 'src', `${entry}.ts`));
}
