import { type Drafted, grantsOf, isFinal } from '@countersign/domain';
import type { World } from '../world.js';
import { standing } from './ended.js';
import { proposalOf, proposalStreams } from './ledger.js';

/** The people whose approval a proposal rests on; a customer's own consent is not one. */
function approversOf(proposal: Drafted): readonly string[] {
  if (!('slots' in proposal)) return [];
  return grantsOf(proposal.slots)
    .filter(({ basis }) => basis === 'approval')
    .map(({ approver }) => approver.subject);
}

/**
 * What is wrong with taking something back at this moment: the original must be completed and its effect stand, nobody
 * has taken it back before, and whoever approved the one has not approved the other.
 */
export function wrongUndo(world: World, undo: Drafted): string | undefined {
  const { compensates, proposalId } = undo.draft;
  if (compensates === undefined) return undefined;
  const original = proposalOf(world, compensates);
  if (original.status !== 'completed')
    return `which takes back ${compensates}, and that is ${original.status}`;
  if (standing(world, compensates).length !== 1)
    return `which takes back ${compensates}, of which ${standing(world, compensates).length} effects stand`;
  const earlier = undosOf(world, compensates).find(
    ({ draft }) => draft.proposalId !== proposalId && standing(world, draft.proposalId).length > 0,
  );
  if (earlier !== undefined)
    return `which takes back ${compensates}, and ${earlier.draft.proposalId} took it back before`;
  const both = approversOf(undo).find((subject) => approversOf(original).includes(subject));
  return both && `which takes back ${compensates}, and ${both} approved the two of them`;
}

/** Whether a proposal was taken back, and that was read back. */
export function isUndone(world: World, id: string): boolean {
  return undosOf(world, id).some(({ status }) => status === 'completed');
}

/** At most one that takes a proposal back is permitted or done. */
export function undoneTwice(world: World): string | undefined {
  const undone = new Map<string, string>();
  for (const id of proposalStreams(world)) {
    const proposal = proposalOf(world, id);
    if (proposal.status === 'absent' || proposal.draft.compensates === undefined) continue;
    const isLive =
      proposal.status === 'completed' || (proposal.status !== 'being_checked' && !isFinal(proposal.status));
    if (!isLive) continue;
    const other = undone.get(proposal.draft.compensates);
    if (other !== undefined) return `${other} and ${id} both take back ${proposal.draft.compensates}`;
    undone.set(proposal.draft.compensates, id);
  }
  return undefined;
}

function undosOf(world: World, id: string): readonly Drafted[] {
  return proposalStreams(world).flatMap((each) => {
    const proposal = proposalOf(world, each);
    return proposal.status !== 'absent' && proposal.draft.compensates === id ? [proposal] : [];
  });
}
