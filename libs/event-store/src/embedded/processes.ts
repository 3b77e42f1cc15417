import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether it runs. What has ended and was never asked after by its parent, as in many a container, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || !hasEnded(pid);
}

function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold blanks; the state is the first field after it.
    return 'ZX'.includes(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return true;
  }
}

/** The command line of a process, or '' when there is none or it cannot be seen. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return text.replaceAll('\0', ' ');
  }
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** What tells a process from a later one with the same number. */
export async function startOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name, in brackets, may hold blanks; the start time is the twentieth field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
}

/** True when the process ended within the time. */
export async function ended(pid: number, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (!isAlive(pid)) return true;
    await wait(20);
  }
  return !isAlive(pid);
}

/** Ends a PostgreSQL server: politely, then at once. Both leave a database that starts again. */
export async function endServer(pid: number, politelyMs = 15_000): Promise<void> {
  signal(pid, 'SIGINT');
  if (await ended(pid, politelyMs)) return;
  signal(pid, 'SIGQUIT');
  await ended(pid, 10_000);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
