import type { Target } from '../look/looking.js';
import type { ComparedTarget } from './tenant-ledgers.js';

/**
 * The systems whose ledger can be listed, by name. Several capabilities may have effects in one system, and a
 * capability in several: a ledger is listed once, through the first that lists it, and each proposal in it is asked
 * about through its own. What cannot be listed is read back one by one only.
 *
 * @param served capabilities that this deployment works on; another has no address here, and would never be read
 */
export function comparedTargets(
  targets: ReadonlyMap<string, Target>,
  served: readonly string[],
): ReadonlyMap<string, ComparedTarget> {
  const compared = new Map<string, ComparedTarget>();
  const readsOf = (capability: string) => targets.get(capability)?.reads;
  for (const capability of served) {
    for (const [system, list] of Object.entries(readsOf(capability)?.ledgers ?? {})) {
      if (!compared.has(system)) compared.set(system, { system, list, readsOf });
    }
  }
  return compared;
}
