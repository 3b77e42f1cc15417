import type { ProposalEventData } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';
import type { Permissible } from './check-permission.js';
import type { Obstacle } from './holding.js';
import { predecessorsOf } from './predecessors.js';

/**
 * What is taken back must still stand as completed: a late fact may have taken the completion back since policy
 * judged. The undo ends then, and gives back that it is the only one.
 */
export async function notToBeUndone(
  proposals: Pick<ProposalStreams, 'load'>,
  { tenant, compensates }: ProposalEventData<'ProposalDrafted'>,
): Promise<{ readonly code: string; readonly difference: string } | undefined> {
  if (compensates === undefined) return undefined;
  const { state } = await proposals.load(tenant, compensates);
  if (state.status === 'completed') return undefined;
  const difference = 'what it takes back is no longer confirmed as carried out.';
  return { code: 'undo_not_completed', difference };
}

/**
 * What this one replaces or takes back, read once more after its intent is committed. Whoever reopens that one writes
 * first and reads then, as this does: so either the reopening is seen here and no call leaves, or the intent was on
 * record when it was reopened, and people are shown both.
 */
export async function obstacleBeside(
  proposals: ProposalStreams,
  proposal: Permissible,
): Promise<Obstacle | undefined> {
  const isMoot =
    (await notToBeUndone(proposals, proposal.draft)) !== undefined ||
    (await predecessorsOf(proposals, proposal)).fault !== undefined;
  return isMoot ? { code: 'beside_changed' } : undefined;
}
