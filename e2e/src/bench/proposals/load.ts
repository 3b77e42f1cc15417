import { type Load, underLoad } from '../measure/rounds.js';
import type { CostMeter } from './cost.js';
import type { OutsideWorld } from './outside-world.js';

export interface ProposalLoad {
  readonly inFlight: number;
  readonly count: number;
  /** However slow a machine is, a round ends. */
  readonly durationMs?: number;
  readonly meter?: CostMeter;
}

/** One round of proposals; charges are made before the clock runs. */
export async function load(
  outside: OutsideWorld,
  contender: { carryThrough(charge: string): Promise<void> },
  { inFlight, count, durationMs = 6_000, meter }: ProposalLoad,
): Promise<Load> {
  const charges = await outside.charges(count);
  await meter?.begin();
  const done = await underLoad({ inFlight, countMax: count, durationMs }, (n) =>
    contender.carryThrough(charges[n] ?? ''),
  );
  await meter?.end(done.done);
  return done;
}
