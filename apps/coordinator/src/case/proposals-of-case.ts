import type { RecordedEvent, RecordedProposalEvent } from '@countersign/contracts';
import {
  type Drafted,
  evolveProposal,
  noProposal,
  type OpenedCase,
  type Proposal,
} from '@countersign/domain';
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

/** A proposal as it was right before and right after one of its events, whatever came later. */
export function aroundEvent(
  events: readonly RecordedEvent[],
  version: number,
): { readonly before: Proposal; readonly after: Proposal } {
  const fold = (until: number) =>
    events
      .filter((event) => event.version <= until)
      .reduce(
        (state, event) => evolveProposal(state, event as unknown as RecordedProposalEvent),
        noProposal as Proposal,
      );
  return { before: fold(version - 1), after: fold(version) };
}
