import { describe, expect, it } from '@jest/globals';
import { everyRowIsTried } from './coverage.js';
import { requiredRows } from './required-rows.js';
import { readRepository, type SourceTree } from './source-tree.js';

const all = requiredRows.map(([id]) => id);
const named = (ids: readonly string[]) =>
  ids.map((id) => `${'test'}('${id}: is tried', () => {});`).join('\n');
const of = (path: string, text: string): SourceTree => new Map([[path, text]]);

describe('every required scenario and case', () => {
  it('is tried by a test that names it', () => {
    expect(everyRowIsTried(readRepository())).toEqual([]);
  });

  it('is on the list once, with its words', () => {
    expect(new Set(all).size).toBe(all.length);
    for (const [id, row] of requiredRows) {
      expect(id).toMatch(/^[SC]\d\d$/);
      expect(row.length).toBeGreaterThan(10);
    }
  });

  it('is found in the name of a test, in a table of names and beside others', () => {
    const spec = 'e2e/src/cases/all.e2e.spec.ts';
    expect(everyRowIsTried(of(spec, named(all)))).toEqual([]);
    expect(everyRowIsTried(of(spec, `test.each([['${all.join(', ')}', 1]])('%s', () => {});`))).toEqual([]);
  });

  it.each(all)('and a bad example is found: nothing names %s', (id) => {
    const others = named(all.filter((other) => other !== id));
    const spec = 'e2e/src/cases/all.e2e.spec.ts';
    expect(everyRowIsTried(of(spec, others))).toEqual([expect.stringContaining(`${id}: no test`)]);
    const remarked = `// ${id} is tried elsewhere.\n/* '${id}: is tried' */\n${others}`;
    expect(everyRowIsTried(of(spec, remarked))).toEqual([expect.stringContaining(`${id}: no test`)]);
    const inAProgram = new Map([...of(spec, others), ...of('e2e/src/harness/x.ts', named([id]))]);
    expect(everyRowIsTried(inAProgram)).toEqual([expect.stringContaining(`${id}: no test`)]);
  });

  it('and a bad example is found: a scenario that only a library tries', () => {
    const tree = new Map([
      ...of('e2e/src/cases/all.e2e.spec.ts', named(all.filter((id) => id !== 'S07'))),
      ...of('libs/domain/src/money.spec.ts', named(['S07'])),
    ]);
    expect(everyRowIsTried(tree)).toEqual([expect.stringContaining('S07: no test of the whole system')]);
  });
});
