import type { Drafted, ProposalEventData } from '@countersign/domain';
import type { ProposalStreams } from './categories.js';

/**
 * The proposals that one stands for, newest first: the one that it replaces, the one which that had replaced, and so on.
 * Ends at one that is not there; a damaged record that goes in a circle is gone round once.
 */
export async function* replacedBefore(
  proposals: Pick<ProposalStreams, 'load'>,
  { tenant, supersedes }: Pick<ProposalEventData<'ProposalDrafted'>, 'tenant' | 'supersedes'>,
): AsyncGenerator<Drafted> {
  const seen = new Set<string>();
  for (let next = supersedes; next !== 'none' && !seen.has(next); ) {
    seen.add(next);
    const { state } = await proposals.load(tenant, next);
    if (state.status === 'absent') return;
    yield state;
    next = state.draft.supersedes;
  }
}
