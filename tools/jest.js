/**
 * Runs Jest over the compiled tests and ends with one plain line, `N passed, N failed`, with
 * `, N skipped in N files` after it where the machine lacks what a suite needs.
 * Tests run from `dist`, the same files and the same resolution as in production.
 *
 *   node tools/jest.js [folder …]         every test (below the folders)
 *   node tools/jest.js --unit [folder …]  only what needs no server: .spec and .property.spec
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endingWithParent } from '@countersign/event-store/embedded';

const root = resolve(import.meta.dirname, '..');
const [flags, folders] = split(process.argv.slice(2));
// The same programs are started hundreds of times in a run: what the first compiled, the others read.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') };
const report = join(mkdtempSync(join(tmpdir(), 'countersign-jest-')), 'report.json');
const started = spawn(
  process.execPath,
  [
    // And with jest its workers, and with each of those what its tests have started.
    ...endingWithParent,
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=TimeoutNegativeWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--config',
    join(root, 'jest.config.js'),
    '--json',
    `--outputFile=${report}`,
    // Folders first: what stands behind a flag that takes several values is one of its values to Jest.
    ...folders,
    ...flags,
  ],
  { cwd: root, stdio: ['pipe', 'ignore', 'inherit'], env: { ...process.env, ...compiled, NODE_ENV: 'test' } },
);
started.on('exit', (code) => {
  const totals = read(report);
  rmSync(resolve(report, '..'), { recursive: true, force: true });
  if (totals === undefined) {
    console.log('The test runner stopped before it could report.');
    process.exit(code === 0 || code === null ? 1 : code);
  }
  const failed = totals.numFailedTests + totals.numRuntimeErrorTestSuites;
  // A whole file that is left out counts as one test, so the files are counted too.
  const { numPendingTests: tests, numPendingTestSuites: files } = totals;
  const skipped = tests > 0 ? `, ${tests} skipped in ${files} files` : '';
  console.log(`${totals.numPassedTests} passed, ${failed} failed${skipped}`);
  process.exit(failed > 0 || totals.numPassedTests === 0 ? 1 : (code ?? 1));
});

function split(args) {
  const given = args.filter((a) => a.startsWith('-') && a !== '--unit');
  const places = args.filter((a) => !a.startsWith('-')).map((a) => `${a.replace(/\/$/, '')}/`);
  if (args.includes('--unit')) given.push('--testPathIgnorePatterns', '\\.(int|e2e|chaos)\\.spec\\.js$');
  return [given, places];
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
