import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { endingWithParent } from '@countersign/event-store/embedded';
import { passedOn } from './programs.js';
import type { System } from './system.js';

const program = resolve(import.meta.dirname, '../../../apps/cli/dist/main.js');

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `countersign` as a person runs it, to its end. */
export function countersign(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = { ...passedOn(), ...environment };
  return new Promise((done) => {
    execFile(process.execPath, [...endingWithParent, program, ...args], { env }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** `countersign reconcile` as an operator runs it. */
export async function reconcile(system: System, ...flags: readonly string[]): Promise<Ended> {
  const url = system.host.urlOf('reconciler') ?? '';
  const token = await system.as('sam').token();
  return countersign(['reconcile', '--url', url, ...flags], { COUNTERSIGN_TOKEN: token });
}
