import { parseStream } from '@countersign/contracts';
import { holdsAgain, type ProposalEvent } from '@countersign/domain';
import type { Claim, EventStore } from '@countersign/event-store';
import type { ProposalStreams } from './categories.js';

export interface CountingPorts {
  readonly store: Pick<EventStore, 'claimsUnder'>;
  readonly proposals: Pick<ProposalStreams, 'load'>;
}

/** A claim as it counts; `again` where it was given back and its proposal may have an effect all the same. */
export type CountedClaim = Claim & { readonly again?: true };

/**
 * The claims under a prefix as they count. What was given back, because its proposal had ended without an effect, counts
 * as held where an effect of that proposal was found since: nobody may take what it has taken.
 */
export async function countedClaims(
  { store, proposals }: CountingPorts,
  tenant: string,
  prefix: string,
): Promise<CountedClaim[]> {
  const claims = await store.claimsUnder(tenant, prefix);
  return Promise.all(
    claims.map(async (claim): Promise<CountedClaim> => {
      if (!claim.released) return claim;
      const { events } = await proposals.load(tenant, parseStream(claim.stream).id);
      const isBack = holdsAgain(events as unknown as readonly ProposalEvent[]);
      return isBack ? { ...claim, released: false, again: true } : claim;
    }),
  );
}
