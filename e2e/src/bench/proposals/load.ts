import { type Load, underLoad } from '../measure/rounds.js';
import type { OutsideWorld } from './outside-world.js';

/** However much slower a machine is, a round ends. */
const durationMs = 5_000;

/** One round of proposals; charges are made before the clock runs. */
export async function load(
  outside: OutsideWorld,
  contender: { carryThrough(charge: string): Promise<void> },
  { inFlight, count }: { inFlight: number; count: number },
): Promise<Load> {
  const charges = await outside.charges(count);
  return underLoad({ inFlight, countMax: count, durationMs }, (n) =>
    contender.carryThrough(charges[n] ?? ''),
  );
}
