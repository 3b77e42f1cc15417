/**
 * The read sides of all capabilities. What they need from outside is read from the environment by the names they
 * declare, so that no service's configuration knows any of them. It refuses a module whose folder does not follow
 * the convention. Its one invariant: nothing that can be reached from here changes anything outside.
 */
import type { Address, Connection } from '@countersign/connectors';
import type { CapabilityReads } from './capability.js';
import {
  type Addresses,
  addressesOf,
  type KeyReader,
  keysOf,
  type Need,
  opened,
  type ReadingIn,
  type ReadSide,
} from './outside.js';
import { registered } from './registered.js';
import { capabilities } from './registry.js';
import { servedBy } from './served.js';

const sides = new Map<string, ReadSide>();
// One after another: the test runner's loader loses a package that two imports ask for at the same time.
for (const name of registered) sides.set(name, await readSideOf(name));

async function readSideOf(name: string): Promise<ReadSide> {
  const module = (await import(`./${name}/reads.js`)) as { readonly reads: ReadSide };
  return module.reads;
}

/** Where everything is that judging, showing and settling reads, with the keys that only read. */
export function readAddresses(read: KeyReader): Addresses {
  return addressesOf(read, needsOf(servedBy(read)));
}

/** The same for a process in which a model lives: only what drafting needs. */
export function draftingAddresses(read: KeyReader): Addresses {
  return addressesOf(
    read,
    needsOf(servedBy(read)).filter((need) => need.drafting),
  );
}

function needsOf(served: readonly string[]): readonly Need[] {
  return served.flatMap((name) => Object.values(sides.get(name)?.needs ?? {}));
}

/** The environment keys of every capability, for whoever hands each process its own. */
export function readKeys(): readonly string[] {
  return namesOfKeys(needsOf(registered));
}

export function draftingKeys(): readonly string[] {
  return namesOfKeys(needsOf(registered).filter((need) => need.drafting));
}

/** The capabilities all of whose systems can be read with these environment keys. */
export function readableWith(keys: readonly string[]): readonly string[] {
  return registered.filter((name) => namesOfKeys(needsOf([name])).every((key) => keys.includes(key)));
}

function namesOfKeys(needs: readonly Need[]): readonly string[] {
  return [...new Set(needs.map(keysOf).flatMap(({ url, key }) => [url, key]))];
}

export interface ReadSides {
  byName(name: string): CapabilityReads | undefined;
  byKind(kind: string): CapabilityReads | undefined;
}

/** Opens the read side of every capability. */
export function openReads(
  addresses: Addresses,
  to: (address: Address) => Connection,
  within: ReadingIn = {},
): ReadSides {
  const open = new Map(
    [...sides].map(([name, side]) => [name, side.open(opened(side.needs, addresses, to), within)]),
  );
  return {
    byName: (name) => open.get(name),
    byKind: (kind) => open.get(capabilities.byKind(kind)?.name ?? ''),
  };
}
