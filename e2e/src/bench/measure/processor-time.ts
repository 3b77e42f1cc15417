import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the machine. */
const tickMs = 10;

/**
 * Milliseconds of processor time of a process, of the children it has that live and of those that ended. Undefined
 * where the system does not say, as anywhere but on Linux.
 */
export async function processorMsOf(pid: number): Promise<number | undefined> {
  const own = await ticksOf(pid);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => undefined);
  if (own === undefined || children === undefined) return undefined;
  const living = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(ticksOf));
  const ticks = own.own + own.ended + living.reduce((sum, child) => sum + (child?.own ?? 0), 0);
  return ticks * tickMs;
}

async function ticksOf(pid: number): Promise<{ own: number; ended: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  // The name, in brackets, may hold blanks; user, system and the same of ended children are fields 14 to 17.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number);
  return { own: user + system, ended: userOfEnded + systemOfEnded };
}
