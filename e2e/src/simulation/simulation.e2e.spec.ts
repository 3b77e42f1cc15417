import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';

const program = resolve(import.meta.dirname, 'main.js');
const call = promisify(execFile);

interface Report {
  readonly runs: number;
  readonly hash: string;
  readonly failures: readonly object[];
  readonly coverage: { readonly faults: object; readonly events: object };
}

/** A process of its own: the simulation gives time and chance to everything in it. */
async function simulate(...given: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-simulation-'));
  const json = join(folder, 'report.json');
  try {
    await call(process.execPath, [program, ...given, '--jobs', '1', '--json', json]).catch(
      (failed: { stdout?: string }) => {
        throw new Error(failed.stdout ?? String(failed));
      },
    );
    return JSON.parse(await readFile(json, 'utf8')) as Report;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('the services in a simulated world', () => {
  test('keep every promise under the faults of up to 200 seeds', async () => {
    const { runs, failures, coverage } = await simulate('--seeds', '200', '--within-s', '12');
    expect(failures).toEqual([]);
    expect(runs).toBeGreaterThan(0);
    expect(Object.keys(coverage.events)).toContain('ProposalCompleted');
  });

  test('do the same again for the same seed, in the same process and in another one', async () => {
    const seeds = ['--from', '4', '--seeds', '2'];
    const first = await simulate(...seeds, '--again');
    const second = await simulate(...seeds);
    expect(first.failures).toEqual([]);
    expect(second.hash).toBe(first.hash);
    expect((await simulate('--from', '5', '--seeds', '1')).hash).not.toBe(first.hash);
  });
});
