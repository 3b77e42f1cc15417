import type { RecordedEvent } from '@countersign/contracts';
import type { Drafted, OpenedCase } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';
import { type ProposalOfCase, proposalIdsOf } from '@countersign/planning/view';

/** The proposals of a case as they stand now; one that is announced and not drafted yet is left out. */
export async function proposalsOfCase(
  proposals: ProposalStreams,
  { state, events }: { state: OpenedCase; events: readonly RecordedEvent[] },
): Promise<ProposalOfCase[]> {
  const ids = proposalIdsOf(state, events);
  const loaded = await Promise.all(ids.map((id) => proposals.load(state.opened.tenant, id)));
  return loaded.flatMap(({ state: proposal, events: [draft] }) =>
    proposal.status === 'absent' || draft === undefined
      ? []
      : [{ state: proposal, causeId: draft.metadata.causationId }],
  );
}

/** Waiting for a person's word, or for policy to say whose: the ones a customer might mean by "go ahead". */
export function isWaiting(state: Drafted): boolean {
  return state.status === 'being_checked' || state.status === 'awaiting_approval';
}
