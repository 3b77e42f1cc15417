import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const program = resolve(import.meta.dirname, 'main.js');
const call = promisify(execFile);

test('every planted fault is found, from a seed on that is known to show it', async () => {
  const { stdout } = await call(process.execPath, [
    program,
    '--mutations',
    '--pinned',
    '--seeds',
    '1500',
  ]).catch((failed: { stdout?: string }) => ({ stdout: failed.stdout ?? String(failed) }));
  expect(stdout).not.toContain('NOT FOUND');
  expect(stdout).toMatch(/All 31 planted faults were found\./);
}, 900_000);
