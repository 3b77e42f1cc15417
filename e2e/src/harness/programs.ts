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

/**
 * For node, before a service that lives for seconds: Cedar's WebAssembly stays as it is compiled first. V8 compiles it
 * anew, and better, once it has been used a little; that took 0.6 s of a processor in every process that reads the
 * policies, and won nothing back.
 */
export const compilingOnce = '--liftoff-only';

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
