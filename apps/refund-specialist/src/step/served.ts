import type { Capability, ToolGateway } from '@countersign/capabilities';

export const servedToken = 'refund-specialist:served';

/** A capability that this service investigates, and the one way to its records; undefined for any other. */
export type Served = (
  name: string,
) =>
  | { readonly capability: Capability; readonly gateway: Pick<ToolGateway, 'call' | 'complete'> }
  | undefined;
