import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commandsShown, filesShown, linesWritten } from './guide-files.js';
import { WorkspaceCopy } from './workspace-copy.js';

const readme = readFileSync(resolve(import.meta.dirname, '../../../README.md'), 'utf8');
const guide = readFileSync(resolve(import.meta.dirname, '../../../docs/guides/add-a-capability.md'), 'utf8');
const LINES_MAX = 60;
const PATIENCE_MS = 900_000;
const shown = filesShown(guide);

let copy: WorkspaceCopy;
let made: string;
const before = new Map<string, string>();
const inCopy = (path: string) => join(copy.root, path);

/** As whoever follows the guide: the command, then every block into the file it names. */
beforeAll(async () => {
  copy = new WorkspaceCopy();
  const generating = commandsShown(guide).find((command) => command.includes('new-capability')) ?? '';
  const args = generating.replace('npm run countersign -- ', '').split(' ');
  const generated = await copy.run('apps/cli/dist/main.js', ...args);
  expect(generated).toMatchObject({ code: 0 });
  made = generated.out;
  for (const { path, text, added } of shown) {
    before.set(path, readFileSync(inCopy(path), 'utf8'));
    if (added) appendFileSync(inCopy(path), `\n${text}`);
    else writeFileSync(inCopy(path), text);
  }
}, PATIENCE_MS);
afterAll(() => copy.remove());

describe('the guide to a capability of one’s own', () => {
  it('prints what the command prints, and shows no file that the command has not made', () => {
    const printed = made.split('\n').filter((line) => /^(?:made|changed) /.test(line));
    expect(printed.length).toBeGreaterThan(5);
    expect(guide).toContain(printed.join('\n'));
    for (const { path } of shown) expect(printed).toContain(`made     ${path}`);
    const outside = printed.filter((line) => !/ (?:libs\/capabilities\/src|policies)\/late-fees/.test(line));
    expect(outside).toEqual(['changed  libs/capabilities/src/registered.ts, one line']);
  });

  it.each([
    ['what is registered already', ['late-fees', '--action', 'late-fee.waive']],
    ['a name that leads out of the folder', ['../late-fees', '--action', 'late-fee.waive']],
    ['an action without a verb', ['gift-cards', '--action', 'gift-card']],
  ])('refuses %s in one sentence, and makes nothing', async (_what, args) => {
    const { code, out } = await copy.run('apps/cli/dist/main.js', 'new-capability', ...args);
    expect([code, out.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^\S.*\.$/)]]);
    expect(readFileSync(inCopy('libs/capabilities/src/registered.ts'), 'utf8')).not.toContain('gift-cards');
  });

  it(`has the reader write ${LINES_MAX} lines of code at the most, rules and limits among them`, () => {
    const written = [...before].flatMap(([path, was]) =>
      linesWritten(was, readFileSync(inCopy(path), 'utf8')),
    );
    expect(written.length).toBeLessThanOrEqual(LINES_MAX);
    expect(guide).toContain(`one command and ${written.length} lines of yours`);
    expect(readme).toContain(`${written.length} lines to a passing scenario`);
  });

  it(
    'compiles, keeps the conventions of every capability, and is formatted as the repository is',
    async () => {
      const compiled = await copy.run('node_modules/typescript/bin/tsc', '-b', 'libs/capabilities');
      expect(compiled).toMatchObject({ code: 0 });
      const { code, out } = await copy.run(
        'tools/jest.js',
        '--testPathPatterns=capabilities/dist/conventions',
      );
      expect([out, code]).toEqual([expect.stringContaining('late-fees describes itself'), 0]);
      const folder = 'libs/capabilities/src/late-fees';
      const checked = await copy.run(
        'node_modules/@biomejs/biome/bin/biome',
        'check',
        '--vcs-enabled=false',
        folder,
      );
      expect(checked).toMatchObject({ code: 0 });
    },
    PATIENCE_MS,
  );

  it(
    'makes one that the real services propose, judge, approve, carry out once and prove, and deny where policy denies',
    async () => {
      const { code, out } = await copy.run(
        'tools/jest.js',
        '--verbose',
        '--testPathPatterns=each-capability',
      );
      const late = out.slice(out.indexOf('late-fees, by the scenario it brings'));
      for (const name of promised()) expect(late).toContain(`✓ ${name}`);
      expect([code, out]).toEqual([0, expect.stringMatching(/\b0 failed$/m)]);
    },
    PATIENCE_MS,
  );
});

/** The tests that the guide says pass. */
function promised(): readonly string[] {
  const names = [...guide.matchAll(/^ {2}✓ (.+)$/gm)].map(([, name = '']) => name);
  expect(names).toHaveLength(2);
  return names;
}
