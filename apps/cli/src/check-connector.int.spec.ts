import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountersignProcess } from './testing/countersign-process.js';

const guides = resolve(import.meta.dirname, '../../../docs/guides');
const example = join(guides, 'connector/refunds.check.mjs');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const check = async (file: string, ...flags: readonly string[]) => {
  const run = new CountersignProcess(['check-connector', file, ...flags]);
  return { code: await run.ended, out: run.out, err: run.err };
};

const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** The guide's own file with something changed in what it exports. */
const changed = (name: string, change: string): string =>
  written(
    name,
    `import subject from '${pathToFileURL(example).href}';
     export default async () => { const right = await subject(); return { ...right, ${change} }; };`,
  );

describe('countersign check-connector', () => {
  it('shows that the connector of the guide conforms, and what the guide prints of it', async () => {
    const json = join(folder, 'report.json');
    const { code, out, err } = await check(example, '--json', json);
    expect([code, err]).toEqual([0, '']);
    const guide = readFileSync(join(guides, 'write-a-connector.md'), 'utf8');
    const shown = guide.split('\n').filter((line) => /^passed {10}.*\[[a-z-]+\]$/.test(line));
    expect(shown.length).toBeGreaterThan(3);
    for (const line of shown) expect(out.split('\n')).toContain(line);
    expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ verdict: 'conforms', failed: 0 });
  });

  it('shows in the guide what is in the file', () => {
    const guide = readFileSync(join(guides, 'write-a-connector.md'), 'utf8');
    const [, shown = ''] = /```js\n(export default[\s\S]*?)```/.exec(guide) ?? [];
    const file = readFileSync(example, 'utf8');
    const lines = shown.split('\n').map((line) => line.replace(/\{ … \},$/, '').trim());
    for (const line of lines.filter((each) => each !== '' && each !== '…')) expect(file).toContain(line);
  });

  it('exits with 1 where the connector is wrong, and names the requirement', async () => {
    const wrong = changed(
      'wrong.mjs',
      `connect: (way) => {
         const connector = right.connect(way);
         const execute = async (...call) => {
           const result = await connector.execute(...call);
           return result.code === 'timeout' ? { class: 'rejected', code: 'timeout', message: '' } : result;
         };
         return { ...connector, execute };
       }`,
    );
    const { code, out } = await check(wrong);
    expect(code).toBe(1);
    expect(out).toContain(
      'FAILED          The result says no more than is known (15 of 18 situations)  [right-class]',
    );
    expect(out).toContain('rejected (timeout) where `unknown` is true');
  });

  it.each([
    ['none.mjs', undefined, /^There is no file \S+none\.mjs to check\.\n$/],
    ['empty.mjs', 'export const nothing = 1;', /cannot be checked: The file must export by default/],
    ['half.mjs', "export default { name: 'half' };", /cannot be checked: `connect` must be a function/],
  ])('says of %s in a sentence why it cannot be checked', async (name, text, sentence) => {
    const { code, err } = await check(text === undefined ? join(folder, name) : written(name, text));
    expect(code).toBe(1);
    expect(err).toMatch(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('does not judge a connector whose target cannot be reached', async () => {
    const { code, out, err } = await check(changed('unreachable.mjs', "targetUrl: 'http://127.0.0.1:1'"));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^It could not be checked: The target at http:\/\/127\.0\.0\.1:1 could not be reached/,
    );
  });
});
