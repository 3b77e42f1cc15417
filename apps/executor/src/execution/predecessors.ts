import {
  type Drafted,
  endedWithoutEffect,
  leftBehind,
  type Permitted,
  type ProposalId,
} from '@countersign/domain';
import { type ProposalStreams, replacedBefore } from '@countersign/messaging';
import type { Fault } from './voiding.js';

export interface Predecessors {
  /** Set where one of them leaves something that the permission does not know of. */
  readonly fault?: Fault;
  /** Those that ended without an effect, up to the first that did not: what they held is on its way back. */
  readonly over: readonly ProposalId[];
}

/**
 * The proposals that this one took the place of, all the way back. Policy and people permitted it beside nothing, or
 * beside the effects that the verdict names. An effect of one that shows up later, against a proven absence, makes two of
 * what was wished for once: the permission is withdrawn, and it is judged anew when people have said what becomes of
 * that effect.
 */
export async function predecessorsOf(
  proposals: ProposalStreams,
  { draft, policy }: Pick<Drafted & Permitted, 'draft' | 'policy'>,
): Promise<Predecessors> {
  const over: ProposalId[] = [];
  let isOver = true;
  for await (const old of replacedBefore(proposals, draft)) {
    const { proposalId } = old.draft;
    const left = leftBehind(old);
    const isKnown = policy.besideEffectOf?.includes(proposalId) === true;
    if (left === 'a_question' || (left === 'an_effect' && !isKnown))
      return { fault: faultOf(proposalId), over };
    isOver &&= endedWithoutEffect(old);
    if (isOver) over.push(proposalId);
  }
  return { over };
}

const faultOf = (id: ProposalId): Fault => ({
  code: 'replaced_effect_found',
  message: `Proposal ${id}, which this one replaces, has an effect at the target that was not known when this was permitted.`,
});
