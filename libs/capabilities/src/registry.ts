import type { ActionDescription, Capability } from './capability.js';
import { registered } from './registered.js';

export interface Capabilities {
  readonly all: readonly Capability[];
  byName(name: string): Capability | undefined;
  /** The capability whose action this is, `refund.create`. */
  byKind(kind: string): Capability | undefined;
  action(kind: string): ActionDescription | undefined;
  /** The system the effect of such an action is made in: the key of a breaker, a stop and an incident. */
  targetOf(action: { readonly kind: string }): string;
  /** Every such system. */
  targets(): readonly string[];
}

const all: Capability[] = [];
// One after another: the test runner's loader loses a package that two imports ask for at the same time.
for (const name of registered) all.push(await described(name));

async function described(name: string): Promise<Capability> {
  const module = (await import(`./${name}/${name}.js`)) as { readonly capability: Capability };
  return module.capability;
}

const actions = new Map(
  all.flatMap((capability) => capability.actions.map((action) => [action.kind, action])),
);

/** Every capability there is, found by its folder. */
export const capabilities: Capabilities = {
  all,
  byName: (name) => all.find((capability) => capability.name === name),
  byKind: (kind) => all.find((capability) => capability.actions.some((action) => action.kind === kind)),
  action: (kind) => actions.get(kind),
  targetOf: ({ kind }) => actions.get(kind)?.target ?? kind,
  targets: () => [...new Set([...actions.values()].map(({ target }) => target))].sort(),
};
