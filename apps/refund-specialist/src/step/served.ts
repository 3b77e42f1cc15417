import type { Capability, CapabilityReads } from '@countersign/capabilities';

/** A capability that this service investigates, and how it reads; undefined for one that it does not. */
export type Served = (
  name: string,
) => { readonly capability: Capability; readonly reads: CapabilityReads } | undefined;
