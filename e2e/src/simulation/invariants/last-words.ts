import type { ProposalStatus } from '@countersign/domain';
import type { World } from '../world.js';
import { proposalOf, proposalStreams } from './ledger.js';
import { lastWords, movedBy } from './told.js';

/** What whoever asked must have been told last of a proposal that rests so; a status not listed is told in any words. */
const words: Partial<Record<ProposalStatus, readonly string[]>> = {
  completed: ['completed'],
  denied: ['denied'],
  duplicate: ['duplicate', 'asked_already'],
  rejected: ['rejected'],
  expired: ['expired'],
  invalidated: ['invalidated'],
  failed: ['failed'],
  closed: ['closed'],
};

/** Said of several at once, each by its name. */
const ofAll = 'partially_completed';

/** The last thing that anybody was told of a proposal is what became of it. */
export function oldWord(world: World): string | undefined {
  const told = new Map(lastWords(world).map((reply) => [movedBy(world, reply), reply]));
  for (const id of proposalStreams(world)) {
    const proposal = proposalOf(world, id);
    if (proposal.status === 'absent' || proposal.draft.origin.kind !== 'case') continue;
    const wanted = words[proposal.status];
    const code = told.get(`proposal-${id}`)?.data['code'];
    // A step that follows is staff's own business; where it is told of, it is told truly.
    if (code === undefined && proposal.draft.follows !== undefined) continue;
    if (wanted !== undefined && ![...wanted, ofAll].includes(String(code)))
      return `${id} is ${proposal.status}, and the last that was said of it is “${String(code ?? 'nothing')}”`;
  }
  return undefined;
}
