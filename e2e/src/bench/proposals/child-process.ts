import { type ChildProcess, fork } from 'node:child_process';
import { endingWithParent } from '@countersign/event-store/embedded';

export interface ChildOptions {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly execArgv?: readonly string[];
}

/** A program in a process of its own, that does not outlive this one. */
export function startChild({ program, env, execArgv = [] }: ChildOptions): ChildProcess {
  return fork(program, {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: ['--disable-warning=ExperimentalWarning', ...endingWithParent, ...execArgv],
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  });
}

/** Asks it to end, and waits; after a while it is ended. */
export async function endChild(child: ChildProcess, withinMs = 15_000): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
  await gone;
  clearTimeout(timer);
}
