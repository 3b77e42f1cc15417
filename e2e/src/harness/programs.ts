import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

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
