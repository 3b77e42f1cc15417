/**
 * The write sides of all capabilities, for the executor alone: the one place from which anything outside can be
 * changed. It refuses to hold what it was not given a key for. Its one invariant: a key that writes is read here
 * and in no other entry.
 */
// Loaded before, and not at the same time: see there.
import './read-sides.js';
import type { Address, Connection } from '@countersign/connectors';
import type { CapabilityEffects } from './capability.js';
import { type Addresses, addressesOf, type EffectSide, type KeyReader, opened } from './outside.js';
import { registered } from './registered.js';
import { capabilities } from './registry.js';
import { servedBy } from './served.js';

const sides = new Map<string, EffectSide>();
for (const name of registered) sides.set(name, await effectSideOf(name));

async function effectSideOf(name: string): Promise<EffectSide> {
  const module = (await import(`./${name}/effects.js`)) as { readonly effects: EffectSide };
  return module.effects;
}

/** Where everything is that an action can be carried out in, with the keys that write. */
export function writeAddresses(read: KeyReader): Addresses {
  return addressesOf(
    read,
    servedBy(read).flatMap((name) => Object.values(sides.get(name)?.needs ?? {})),
  );
}

export interface EffectSides {
  byKind(kind: string): CapabilityEffects | undefined;
}

/** Opens the write side of every capability. */
export function openEffects(addresses: Addresses, to: (address: Address) => Connection): EffectSides {
  const open = new Map(
    [...sides].map(([name, side]) => [name, side.open(opened(side.needs, addresses, to))]),
  );
  return { byKind: (kind) => open.get(capabilities.byKind(kind)?.name ?? '') };
}
