import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { endingWithParent } from '@countersign/event-store/embedded';
import type { System } from './system.js';

const program = resolve(import.meta.dirname, '../../../apps/cli/dist/main.js');

/** `countersign reconcile` as an operator runs it. */
export async function reconcile(
  system: System,
  ...flags: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const env = { PATH: process.env['PATH'], COUNTERSIGN_TOKEN: await system.as('sam').token() };
  const url = system.host.urlOf('reconciler') ?? '';
  const asked = [...endingWithParent, program, 'reconcile', '--url', url, ...flags];
  return new Promise((done) => {
    execFile(process.execPath, asked, { env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
