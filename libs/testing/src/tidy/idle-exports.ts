import { posix } from 'node:path';
import type { Check } from './checks.js';
import { conventionsOf, entriesOf } from './dead-files.js';
import { sources } from './source-tree.js';

/**
 * Every exported value is taken by another file, or stands in a public entry. Types are left out: what an exported
 * function gives or wants may be named, whoever names it.
 */
export const noExportIsIdle: Check = (tree) => {
  const taken = new Set(sources(tree).flatMap(([path, text]) => takenBy(path, text)));
  const entries = new Set([...tree].flatMap(([path, text]) => entriesOf(path, text)));
  const byConvention = sources(tree).flatMap(([path, text]) => conventionsOf(path, text));
  return sources(tree)
    .filter(([path]) => !/\.spec\.ts$/.test(path) && !entries.has(path) && !taken.has(`${path} *`))
    .filter(([path]) => !byConvention.some((convention) => convention.test(path)))
    .flatMap(([path, text]) => valuesOf(text).map((name) => [path, name] as const))
    .filter(([path, name]) => !taken.has(`${path} ${name}`))
    .map(([path, name]) => `${path}: exports ${name}, which no other file takes`);
};

const named = /^(?:import|export)\s+(?:type\s+)?(\{[^}]*\}|\* as \w+)\s+from\s+'(\.[^']+)\.js'/gm;
const whole = /import\(\s*['"](\.[^'"]+)\.js['"]/g;

/** `<file> <name>` of each name that a file imports or exports again, and `<file> *` where it takes all. */
function takenBy(path: string, text: string): string[] {
  const at = (to: string) => posix.join(posix.dirname(path), `${to}.ts`);
  const byName = [...text.matchAll(named)].flatMap(([, names = '', to = '']) =>
    names.startsWith('*')
      ? [`${at(to)} *`]
      : [...names.matchAll(/(?:^|[{,])\s*(?:type\s+)?(\w+)/g)].map(([, name]) => `${at(to)} ${name}`),
  );
  return [...byName, ...[...text.matchAll(whole)].map(([, to = '']) => `${at(to)} *`)];
}

function valuesOf(text: string): readonly string[] {
  const values = text.matchAll(
    /^export\s+(?:abstract\s+)?(?:async\s+)?(?:const|let|function|class)\s+(\w+)/gm,
  );
  return [...values].map(([, name = '']) => name);
}
