import type { Target } from '../look/looking.js';
import type { ComparedTarget } from './tenant-ledgers.js';

/** The targets that can list their ledger, by system. What cannot be listed is read back one by one only. */
export function comparedTargets(targets: ReadonlyMap<string, Target>): ReadonlyMap<string, ComparedTarget> {
  const compared = new Map<string, ComparedTarget>();
  for (const [capability, { system, reads }] of targets) {
    const { listEffects, findOutcome } = reads;
    if (listEffects === undefined) continue;
    const capabilities = new Set([...(compared.get(system)?.capabilities ?? []), capability]);
    compared.set(system, { system, capabilities, reads: { listEffects, findOutcome } });
  }
  return compared;
}
