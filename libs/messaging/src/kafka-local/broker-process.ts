import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf, ended, isAlive, startOf } from '@countersign/event-store/embedded';
import { BROKER_ENVIRONMENT, javaFlags, type Program } from './storage.js';

/** In a process group of its own: Ctrl-C reaches us, and we stop the broker after those who use it. */
export async function launch(program: Program, settings: string, heapMb: number): Promise<ChildProcess> {
  const { java, folder } = program;
  const log = await open(join(folder, 'start.log'), 'w', 0o600);
  try {
    const broker = spawn(java, [...javaFlags(program, heapMb), 'kafka.Kafka', settings], {
      cwd: folder,
      env: BROKER_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    if (broker.pid !== undefined) {
      await writeFile(pidFile(folder), `${broker.pid}\n${await startOf(broker.pid)}`);
    }
    return broker;
  } finally {
    await log.close();
  }
}

/** Ends a broker: politely, then at once. Both leave data that starts again. */
export async function endBroker(pid: number, politelyMs = 60_000): Promise<void> {
  signal(pid, 'SIGTERM');
  if (await ended(pid, politelyMs)) return;
  await killBroker(pid);
}

export async function killBroker(pid: number): Promise<void> {
  signal(pid, 'SIGKILL');
  await ended(pid, 10_000);
}

/**
 * Ends the broker that a killed owner left running on this folder. Only by its process id, and only when that
 * process is still the one that was started here: a Kafka on exactly this folder's settings.
 */
export async function endOrphan(folder: string, politelyMs?: number): Promise<void> {
  const [pid, start] = (await readFile(pidFile(folder), 'utf8').catch(() => '')).split('\n');
  const theirs = Number(pid);
  if (!(theirs > 0) || !isAlive(theirs) || (await startOf(theirs)) !== start) return;
  const command = await commandOf(theirs);
  if (!command.includes('kafka.Kafka') || !command.includes(join(folder, 'server.properties'))) return;
  await endBroker(theirs, politelyMs);
  await rm(pidFile(folder), { force: true });
}

const pidFile = (folder: string): string => join(folder, 'kafka.pid');

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
