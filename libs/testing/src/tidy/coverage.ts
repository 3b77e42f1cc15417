import type { Check } from './checks.js';
import { requiredRows } from './required-rows.js';
import { type SourceTree, sources } from './source-tree.js';

/** Every required row is named by a test; a scenario by one of the whole system. */
export const everyRowIsTried: Check = (tree) => {
  const anywhere = new Set(idsNamedIn(tree, ''));
  const wholeSystem = new Set(idsNamedIn(tree, 'e2e/'));
  return requiredRows.flatMap(([id, row]) => {
    if (!anywhere.has(id)) return [`${id}: no test names it (${row})`];
    const enough = !id.startsWith('S') || wholeSystem.has(id);
    return enough ? [] : [`${id}: no test of the whole system names it (${row})`];
  });
};

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const rowId = /\b[SC]\d\d\b/g;

/** Ids in the names of tests: in the literals of a spec, not in its comments. Names may stand in a table. */
function idsNamedIn(tree: SourceTree, below: string): string[] {
  const specs = sources(tree).filter(([path]) => path.startsWith(below) && path.endsWith('.spec.ts'));
  return specs.flatMap(([, text]) =>
    (text.replace(comment, '').match(literal) ?? []).flatMap((name) => name.match(rowId) ?? []),
  );
}
