import { expect, test } from '@jest/globals';
import { inTwoRows } from './jest-order.js';

const files = (count, kind, text) =>
  Array.from({ length: count }, (_, n) => ({ path: `${kind}-${n}.${kind}.spec.js`, text }));
const programs = 'await onKafka("S01", () => import("…"));';

test('at any moment about as much time has gone into the files that start programs as into the others', () => {
  const heavy = files(10, 'e2e', programs);
  const light = files(60, 'int', 'test("…");');
  const order = inTwoRows([...light, ...heavy]);
  expect(order).toHaveLength(70);
  const places = order.flatMap((path, at) => (path.includes('e2e') ? [at] : []));
  // Thirty-six seconds each, beside six of six seconds.
  for (const [n, at] of places.entries()) expect(Math.abs(at - n * 7)).toBeLessThanOrEqual(1);
});

test('a row goes from what takes longest to what takes least, and every file has a place', () => {
  const of = [...files(2, 'spec', 'short'), ...files(1, 'chaos', programs), ...files(1, 'int', programs)];
  expect(inTwoRows(of)).toEqual(expect.arrayContaining(of.map(({ path }) => path)));
  const [first] = inTwoRows(of).filter((path) => /chaos|int/.test(path));
  expect(first).toBe('chaos-0.chaos.spec.js');
});

test('a file that runs several scenarios on one system comes before those that run one', () => {
  const several =
    "await onKafka('S01', () => import('../scenarios/a.js'), () => import('../scenarios/b.js'));";
  const of = [...files(2, 'e2e', programs.padEnd(500)), { path: 'several.e2e.spec.js', text: several }];
  expect(inTwoRows(of)[0]).toBe('several.e2e.spec.js');
});
