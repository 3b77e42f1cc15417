import { commandOf, ended, isAlive } from '@countersign/event-store/embedded';

const STOPS_WITHIN_MS = 5_000;

/**
 * Ends what a killed instance started, in case it has not noticed yet. Only by its process id, and only when that
 * process runs the program that was started under it.
 */
export async function endLeft(pid: number, program: string): Promise<void> {
  if (!(pid > 0) || !isAlive(pid) || !(await commandOf(pid)).includes(program)) return;
  signal(pid, 'SIGTERM');
  if (await ended(pid, STOPS_WITHIN_MS)) return;
  signal(pid, 'SIGKILL');
  await ended(pid, STOPS_WITHIN_MS);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
