import { endedWithoutEffect, type Proposal, type ProposalEventData } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';

/**
 * The proposals that a change stands for, once it is known what became of them: the one that it replaces, the one which
 * that had replaced, and so on. Those that ended without an effect must not be held against the change while their
 * holds are on the way back, or a smaller refund is denied because of the larger one it stands for (S05). One that
 * stands goes on counting, and the change finds what is left. Until that is known, the change is not judged: both
 * could be paid.
 */
export async function replacedBy(
  proposals: ProposalStreams,
  { tenant, supersedes }: ProposalEventData<'ProposalDrafted'>,
): Promise<readonly string[] | 'not_settled_yet'> {
  const over: string[] = [];
  let next: string = supersedes;
  while (next !== 'none' && !over.includes(next)) {
    const { state: old } = await proposals.load(tenant, next);
    if (old.status === 'absent') return over;
    if (!endedWithoutEffect(old)) return stands(old) ? over : 'not_settled_yet';
    over.push(next);
    next = old.draft.supersedes;
  }
  return over;
}

/** It was read back, or people closed the matter with it: what it holds counts, and nobody waits for it. */
function stands(old: Proposal): boolean {
  if (old.status === 'in_review') return old.after === 'completion';
  return old.status === 'completed' || old.status === 'reopened' || old.status === 'closed';
}
