import { type Asked, capabilities, type Done, type FieldFault } from '@countersign/capabilities';
import type { Proposal } from '@countersign/domain';
import type { ProposalStreams } from '@countersign/messaging';
import { type AskedProposal, askedOf } from './asked-proposal.js';
import { maySee } from './visibility.js';

export type UndoAsked =
  | { readonly outcome: 'asked'; readonly asked: Asked }
  | { readonly outcome: 'refused'; readonly faults: readonly FieldFault[] };

/**
 * What a request asks for. Where it takes a proposal back, target, arguments and amount are those of the effect that was
 * confirmed: whoever asks says which proposal and nothing else. One that the asker may not see is answered like a
 * made-up id.
 */
export async function whatIsAsked(
  proposals: ProposalStreams,
  asked: AskedProposal,
  at: string,
): Promise<UndoAsked> {
  const { compensates } = asked.body;
  if (compensates === undefined) return { outcome: 'asked', asked: askedOf(asked, at) };
  const { state } = await proposals.load(asked.principal.tenant, compensates.toLowerCase());
  return undoAsked(state, asked, at);
}

function undoAsked(state: Proposal, asked: AskedProposal, at: string): UndoAsked {
  const { principal, body } = asked;
  const isTheirs =
    state.status !== 'absent' && state.draft.customer === body.customer && maySee(state.draft, principal);
  if (!isTheirs) return refused('compensates', 'names no proposal for this customer that you may name');
  if (state.status !== 'completed')
    return refused('compensates', 'only what was carried out and read back can be taken back');
  const { proposalId, action } = state.draft;
  const plan = capabilities
    .byKind(action.kind)
    ?.recoveries?.find((each) => each.undoes === action.kind && each.kind === body.kind);
  if (plan === undefined) return refused('kind', `${action.kind} is not taken back by ${body.kind}`);
  const done: Done = { proposalId, action, receipt: state.completed.receipt };
  const { statements } = askedOf(asked, at);
  return { outcome: 'asked', asked: { ...plan.asks(done), statements } };
}

function refused(field: string, reason: string): UndoAsked {
  return { outcome: 'refused', faults: [{ field, reason }] };
}
