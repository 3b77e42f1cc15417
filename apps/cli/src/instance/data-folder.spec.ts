import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { prepareFolder } from './data-folder.js';

let place: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'countersign-folder-'));
});
afterAll(() => rm(place, { recursive: true, force: true }));

describe('a data folder', () => {
  test('is made with all that lies above it, and may be there already', async () => {
    const folder = join(place, 'a', 'b', 'c');
    await prepareFolder(folder);
    await prepareFolder(folder);
    expect((await stat(folder)).isDirectory()).toBe(true);
  });

  test('is refused in one sentence where none can be, and what names a file is no folder', async () => {
    const file = join(place, 'file');
    await writeFile(file, '');
    await expect(prepareFolder(file)).rejects.toThrow(/is a file and no folder; name another with --data/);
    await expect(prepareFolder(join(file, 'below'))).rejects.toThrow(/cannot be written \(ENOTDIR\)/);
    const nowhere = process.platform === 'linux' ? '/proc/countersign/data' : join(file, 'x', 'y');
    await expect(prepareFolder(nowhere)).rejects.toThrow(/cannot be written \(E\w+\)/);
  });
});
