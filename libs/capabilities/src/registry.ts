import type { Capability } from './capability.js';
import { refunds } from './refunds/refunds.js';

export interface Capabilities {
  readonly all: readonly Capability[];
  byName(name: string): Capability | undefined;
  /** The capability whose action this is, `refund.create`. */
  byKind(kind: string): Capability | undefined;
}

const all: readonly Capability[] = [refunds];

/** Every capability there is. A new one is a folder and its line here. */
export const capabilities: Capabilities = {
  all,
  byName: (name) => all.find((capability) => capability.name === name),
  byKind: (kind) => all.find((capability) => capability.actions.some((action) => action.kind === kind)),
};
