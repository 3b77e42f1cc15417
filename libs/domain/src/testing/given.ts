import { type CaseCommand, type CaseDecision, decideCase } from '../case/decide.js';
import type { CaseEvent } from '../case/events.js';
import { evolveCase, noCase } from '../case/state.js';
import type { Decision } from '../decision.js';
import type { ProposalCommand, ProposalDecision } from '../proposal/commands.js';
import { decideProposal } from '../proposal/decide.js';
import type { ProposalEvent } from '../proposal/events.js';
import { evolveProposal, noProposal } from '../proposal/evolve.js';
import type { Proposal } from '../proposal/state.js';

/** The state that a proposal's stream folds to. */
export const folded = (...events: readonly ProposalEvent[]): Proposal =>
  events.reduce(evolveProposal, noProposal as Proposal);

/** Given what happened, what is answered to a command. */
export const given = (...events: readonly ProposalEvent[]) => ({
  when: (command: ProposalCommand): ProposalDecision => decideProposal(command, folded(...events)),
});

export const givenCase = (...events: readonly CaseEvent[]) => ({
  when: (command: CaseCommand): CaseDecision => decideCase(command, events.reduce(evolveCase, noCase)),
});

/** A decision in one word or list: the code of a refusal, `already_done`, or the facts it appends. */
export function told<Event>(decision: Decision<Event, string>): string | readonly Event[] {
  if (decision.outcome === 'accepted') return decision.events;
  return decision.outcome === 'refused' ? decision.code : decision.outcome;
}
