import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What every program of ours is given of this one's environment: where node is, and what it has compiled before. */
export const passedOn = (): Readonly<Record<string, string>> => {
  const cache = process.env['NODE_COMPILE_CACHE'];
  return {
    PATH: process.env['PATH'] ?? '',
    ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
  };
};

/** A program of this run that has not ended, by itself or by us. */
export const runs = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

/** Ends one program, by its own process, and waits until it is gone. */
export async function endProgram(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!runs(child)) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
