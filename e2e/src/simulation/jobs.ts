import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endingWithParent } from '@countersign/event-store/embedded';
import { type Answered, type Asked, ranOnce } from './ran-once.js';

export interface Sharing extends Omit<Asked, 'seed'> {
  readonly jobs: number;
  readonly from: number;
  readonly seeds: number;
  /** Told of every run, in the order of the seeds, however they end; true: that is enough. */
  heard(answered: Answered): boolean;
}

const program = fileURLToPath(new URL('./job.js', import.meta.url));
/** Most of what a run makes is thrown away at once; with more room it is collected less often. */
const execArgv = ['--max-semi-space-size=32', ...endingWithParent];

/** Runs seeds, in several processes at once where there are several jobs. What is heard is the same either way. */
export async function shareOut(sharing: Sharing): Promise<void> {
  const { jobs, seeds } = sharing;
  if (jobs === 1) return inTurn(sharing, [ranOnce]);
  const children = Array.from({ length: Math.min(jobs, seeds) }, () =>
    // Its input ends when this process does, and then so does it.
    fork(program, [], {
      serialization: 'advanced',
      execArgv,
      stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    }),
  );
  try {
    await inTurn(
      sharing,
      children.map((child) => (asked: Asked) => asks(child, asked)),
    );
  } finally {
    for (const child of children) child.kill();
  }
}

/** Whoever is free takes the next seed; what comes of it waits until all before it have been heard. */
async function inTurn(
  { from, seeds, heard, mutation, again }: Sharing,
  workers: readonly ((asked: Asked) => Promise<Answered>)[],
): Promise<void> {
  const done = new Map<number, Answered>();
  let next = from;
  let told = from;
  let isOver = false;
  const work = async (ask: (asked: Asked) => Promise<Answered>) => {
    while (!isOver && next < from + seeds) {
      const seed = next;
      next += 1;
      done.set(seed, await ask({ seed, mutation, again }));
      for (let ready = done.get(told); ready !== undefined && !isOver; ready = done.get(told)) {
        done.delete(told);
        told += 1;
        isOver = heard(ready);
      }
    }
  };
  await Promise.all(workers.map(work));
}

async function asks(child: ChildProcess, asked: Asked): Promise<Answered> {
  const over = new AbortController();
  const { signal } = over;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`The process that ran seed ${asked.seed} ended.`);
  });
  ended.catch(() => undefined);
  const answer = once(child, 'message', { signal });
  child.send(asked);
  try {
    const [answered] = (await Promise.race([answer, ended])) as [Answered];
    return answered;
  } finally {
    over.abort();
  }
}
