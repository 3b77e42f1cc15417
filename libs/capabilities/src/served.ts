import type { Capability } from './capability.js';
import { capabilities } from './registry.js';

/** The capabilities that a deployment works on, and names among those given that no capability has. */
export interface Chosen {
  readonly served: readonly Capability[];
  readonly unknown: readonly string[];
}

/** Reads a list of names, `refunds,accounts`. Without one, every capability there is. */
export function chosenCapabilities(names: string | undefined): Chosen {
  if (names === undefined) return { served: capabilities.all, unknown: [] };
  const named = names.split(',').map((name) => name.trim());
  return {
    served: capabilities.all.filter(({ name }) => named.includes(name)),
    unknown: named.filter((name) => capabilities.byName(name) === undefined),
  };
}

/** Those that the environment key `CAPABILITIES` names; only their addresses are asked for. */
export function servedBy(read: {
  optional(key: string): string | undefined;
  refuse(key: string, problem: string): void;
}): readonly string[] {
  const { served, unknown } = chosenCapabilities(read.optional('CAPABILITIES'));
  if (unknown.length > 0) read.refuse('CAPABILITIES', 'names what is no capability');
  return served.map(({ name }) => name);
}
