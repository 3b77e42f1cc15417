import type { Ledger } from './ledger/database.js';
import type { System } from './wire/system.js';

/** An outside system that a capability brings for tests and demos; `standIns` of its `sandbox.ts` lists them. */
export interface StandIn {
  /** `billing`; the name in addresses, in the admin server's paths and in the environment keys of the services. */
  readonly name: string;
  /** One line for whoever starts the system and looks what there is. */
  readonly note: string;
  /** The keys that open it, by purpose. They guard nothing real. */
  readonly keys: { readonly any?: string; readonly read?: string; readonly write?: string };
  open(ledger: Ledger, at: { readonly now: () => number }): System;
}

// A value, not a literal: the sandbox is compiled against nothing of Countersign, and what it loads here is only
// the stand-ins, which import nothing of Countersign either.
const entry: string = '@countersign/capabilities/stand-ins';

/** The stand-ins of every registered capability, in the order of their registration. */
export async function registeredStandIns(): Promise<readonly StandIn[]> {
  const module = (await import(entry)) as { readonly standIns: readonly StandIn[] };
  return module.standIns;
}
