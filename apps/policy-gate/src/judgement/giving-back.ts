import type { Instant, ProposalCommand, ProposalId } from '@countersign/domain';

/**
 * Everything that a proposal holds is given back, and the record says so: one is never done without the other, or a
 * fold would say that something is held which others may take, or the other way round.
 *
 * @param undoneBy the undo that took its effect back, where it was carried out before
 */
export function givingBack(at: Instant, undoneBy?: ProposalId) {
  const release: ProposalCommand = {
    ...{ type: 'release_reservation', at },
    ...(undoneBy === undefined ? {} : { undoneBy }),
  };
  return { commands: [release], releases: ['*'] };
}
