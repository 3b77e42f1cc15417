import type { Fault } from '@countersign/testing/simulation';
import { type Ran, type RunOptions, run } from './run.js';

export interface Shrunk {
  readonly ran: Ran;
  /** What was tried on the way. */
  readonly runs: number;
}

type Kept =
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'event'; readonly id: string };

/**
 * Runs a failing run again with fewer and fewer of its faults and of what people did, for as long as the same thing
 * stays wrong: halves first, then one by one. What is left cannot be left out.
 */
export async function shrink(
  failed: Ran,
  given: Pick<RunOptions, 'mutation'>,
  runsMax = 300,
): Promise<Shrunk> {
  let runs = 0;
  let best = failed;
  const fails = async (kept: readonly Kept[]): Promise<boolean> => {
    if (runs >= runsMax) return false;
    runs += 1;
    const ran = await run({ ...given, seed: failed.seed, only: onlyOf(kept) });
    const isSame = ran.wrong !== undefined && sortOf(ran.wrong) === sortOf(failed.wrong ?? '');
    if (isSame) best = ran;
    return isSame;
  };
  let kept = partsOf(failed);
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length; ) {
      const less = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await fails(less)) kept = less;
      else from += size;
    }
  }
  const only = onlyOf(kept);
  const traced = await run({ ...given, seed: failed.seed, only, keepsTrace: true });
  return { ran: traced.wrong === undefined ? best : traced, runs };
}

function partsOf({ faults, events }: Ran): readonly Kept[] {
  return [
    ...faults.map((fault): Kept => ({ kind: 'fault', fault })),
    ...events.map(({ id }): Kept => ({ kind: 'event', id })),
  ];
}

function onlyOf(kept: readonly Kept[]): NonNullable<RunOptions['only']> {
  return {
    faults: kept.flatMap((each) => (each.kind === 'fault' ? [each.fault] : [])),
    events: kept.flatMap((each) => (each.kind === 'event' ? [each.id] : [])),
  };
}

/** The sentence without what differs from run to run: two runs that fail alike fail for one reason. */
function sortOf(wrong: string): string {
  return wrong.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\d+/g, 'n');
}
