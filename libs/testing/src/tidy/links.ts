import { posix } from 'node:path';
import type { Check } from './checks.js';

/** A page that names a file by a link names one that is there; what is behind a scheme or an anchor is not looked at. */
export const linksLeadSomewhere: Check = (tree) => {
  const folders = new Set([...tree.keys()].flatMap(foldersAbove));
  return [...tree]
    .filter(([path]) => path.endsWith('.md'))
    .flatMap(([path, text]) => linked(text).map((to) => [path, to] as const))
    .filter(([path, to]) => {
      const place = posix.join(posix.dirname(path), to).replace(/\/$/, '');
      return !tree.has(place) && !folders.has(place);
    })
    .map(([path, to]) => `${path}: links to ${to}, which is not there`);
};

function linked(text: string): readonly string[] {
  const targets = [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
  return targets.filter((to) => !/^[a-z]+:/.test(to));
}

function foldersAbove(path: string): readonly string[] {
  const above = posix.dirname(path);
  return above === '.' ? [above] : [above, ...foldersAbove(above)];
}
