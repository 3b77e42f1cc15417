/**
 * The order of the test files, for two workers: one goes through the files that start whole systems of processes, a
 * broker or a database of their own, the other meanwhile through those that run in one process. Jest's own order
 * (the largest file first, where it has not seen them run) left those of three lines that start ten programs for
 * the end, two such systems side by side.
 */
import { readFileSync } from 'node:fs';

/** What a compiled test says that starts programs. */
const startsPrograms =
  /separateProcesses: true|onKafka\(|OnKafka\(|new CountersignProcess|runToEnd\(|startEmbeddedPostgres\(/;

/** Seconds such a file takes, as the mean of a whole run. Only the order depends on it. */
const seconds = { chaos: 86, e2e: 12, int: 6, property: 3, spec: 2 };
const secondsWithPrograms = { ...seconds, e2e: 36, int: 38, spec: 36 };
/** For each scenario more in a file that runs those of several, on one system. */
const secondsMore = 8;

const kindOf = (path) => /\.(chaos|e2e|int|property)\.spec\./.exec(path)?.[1] ?? 'spec';

/** The paths in the order in which both rows move on side by side, each from its longest file to its shortest. */
export function inTwoRows(files) {
  const rows = new Map([true, false].map((starts) => [starts, { beginsAt: 0, files: [] }]));
  const expected = files.map(({ path, text }) => {
    const starts = startsPrograms.test(text);
    const scenarios = text.match(/import\('\.\.\/scenarios\//g)?.length ?? 1;
    const takes = (starts ? secondsWithPrograms : seconds)[kindOf(path)] + (scenarios - 1) * secondsMore;
    return { path, starts, takes, size: text.length };
  });
  expected.sort((a, b) => b.takes - a.takes || b.size - a.size || a.path.localeCompare(b.path));
  for (const { path, starts, takes } of expected) {
    const row = rows.get(starts);
    row.files.push({ path, beginsAt: row.beginsAt });
    row.beginsAt += takes;
  }
  const both = [...rows.values()].flatMap((row) => row.files);
  return both.sort((a, b) => a.beginsAt - b.beginsAt).map(({ path }) => path);
}

/** What Jest asks of a sequencer. */
export default class Order {
  sort(tests) {
    const files = tests.map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }));
    const place = new Map(inTwoRows(files).map((path, at) => [path, at]));
    return [...tests].sort((a, b) => place.get(a.path) - place.get(b.path));
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
