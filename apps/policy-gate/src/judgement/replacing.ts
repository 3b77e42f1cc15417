import { leftBehind, type ProposalEventData, type ProposalId } from '@countersign/domain';
import { type ProposalStreams, replacedBefore } from '@countersign/messaging';

/** What the proposals that a change stands for, all the way back, mean to it. */
export interface Replaced {
  /** Ended without an effect; what they held is on its way back and must not be held against the change. */
  readonly over: readonly ProposalId[];
  /** Their effect stands: what they hold goes on counting, and the change finds what is left. */
  readonly standing: readonly ProposalId[];
}

/**
 * The proposals that a change stands for, once it is known what became of them: the one that it replaces, the one which
 * that had replaced, and so on. What ended without an effect would otherwise get a smaller refund denied because of
 * the larger one it stands for (S05). Until all of it is known, the change is not judged: both could be paid. So it is
 * as well where an effect of one shows up after it had been replaced, until people have said what becomes of that.
 */
export async function replacedBy(
  proposals: ProposalStreams,
  draft: ProposalEventData<'ProposalDrafted'>,
): Promise<Replaced | 'not_settled_yet'> {
  const found = { nothing: [] as ProposalId[], an_effect: [] as ProposalId[] };
  for await (const old of replacedBefore(proposals, draft)) {
    const left = leftBehind(old);
    if (left === 'a_question') return 'not_settled_yet';
    found[left].push(old.draft.proposalId);
  }
  return { over: found.nothing, standing: found.an_effect };
}
