import type { FieldFault } from '@countersign/capabilities';
import { type Drafted, decideProposal, type Proposal, proposalId } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';
import type { AskedProposal } from './asked-proposal.js';
import { maySee } from './visibility.js';

export type NamedProposals =
  | { readonly outcome: 'usable'; readonly replaced: Drafted | 'none' }
  | { readonly outcome: 'refused'; readonly faults: readonly FieldFault[] }
  | { readonly outcome: 'not_replaceable'; readonly code: 'ended' | 'in_progress'; readonly message: string };

/**
 * The proposals that a request names: the one to replace and those it is meant to repeat. Each must be the same
 * customer's and visible to the asker; anything else is answered like a made-up id. Nothing is changed here.
 */
export async function namedProposals(
  proposals: ProposalStreams,
  asked: AskedProposal,
  at: string,
): Promise<NamedProposals> {
  const { principal, body } = asked;
  const of = async (field: string, id: string) => {
    const { state } = await proposals.load(principal.tenant, id.toLowerCase());
    return { field, state, usable: isUsable(state, asked) };
  };
  const repeated = (body.distinctFrom ?? []).map((id, index) => of(`distinctFrom[${index}]`, id));
  const replaced = body.supersedes === undefined ? [] : [of('supersedes', body.supersedes)];
  const found = await Promise.all([...replaced, ...repeated]);
  const faults = found
    .filter(({ usable }) => !usable)
    .map(({ field }) => ({ field, reason: 'names no proposal for this customer that you may name' }));
  if (faults.length > 0) return { outcome: 'refused', faults };
  const old = body.supersedes === undefined ? undefined : found[0]?.state;
  return old === undefined || old.status === 'absent'
    ? { outcome: 'usable', replaced: 'none' }
    : replaceable(old, asked, at);
}

/** Replacing is for whoever asked for it, and for staff; never for another agent, nor for another customer. */
function isUsable(state: Proposal, { principal, body }: AskedProposal): boolean {
  return (
    state.status !== 'absent' && state.draft.customer === body.customer && maySee(state.draft, principal)
  );
}

function replaceable(old: Drafted, asked: AskedProposal, at: string): NamedProposals {
  const trial = decideProposal(supersedeCommand(asked, at), old);
  if (trial.outcome !== 'refused') return { outcome: 'usable', replaced: old };
  return { outcome: 'not_replaceable', code: replacementCode(trial.code), message: trial.message };
}

export const replacementCode = (code: string): 'ended' | 'in_progress' =>
  code === 'in_progress' || code === 'effect_possible' ? 'in_progress' : 'ended';

export function supersedeCommand(asked: Pick<AskedProposal, 'proposalId' | 'principal'>, at: string) {
  const change = `Replaced by ${asked.principal.name} with another proposal.`;
  return { type: 'supersede', by: proposalId(asked.proposalId), change, at } as const;
}
