import { mutations } from './mutations/mutations.js';
import { type Ran, run } from './run.js';

export interface Asked {
  readonly seed: number;
  /** The name of a planted fault. */
  readonly mutation: string | undefined;
  /** Twice, and compared with itself. */
  readonly again: boolean;
}

export interface Answered {
  readonly ran: Ran;
  /** What it took of the processor, in milliseconds. */
  readonly ownMs: number;
}

/** One seed, in this process: a world gives time and chance to everything in it, so there is one at a time. */
export async function ranOnce({ seed, mutation: name, again }: Asked): Promise<Answered> {
  const before = process.cpuUsage();
  const mutation = mutations.find((each) => each.name === name);
  const ran = await run({ seed, mutation });
  const compared = again ? comparedTo(ran, await run({ seed, mutation })) : ran;
  const { user, system } = process.cpuUsage(before);
  return { ran: compared, ownMs: (user + system) / 1_000 };
}

/** The same seed once more, in a process that has run others since: a difference is a failure like any other. */
function comparedTo(ran: Ran, { hash }: Ran): Ran {
  return hash === ran.hash
    ? ran
    : { ...ran, wrong: `the same seed was another run: ${ran.hash} and ${hash}` };
}
