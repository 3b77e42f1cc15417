import { accepted, alreadyDone, never, refused } from '../decision.js';
import type { ProposalCommand, ProposalDecision } from './commands.js';
import { decideApproval } from './decide-approval.js';
import { decideExecution } from './decide-execution.js';
import { decideRecovery } from './decide-recovery.js';
import {
  callsInDoubt,
  type Drafted,
  endedWithoutEffect,
  isFinal,
  mayHaveActed,
  type Proposal,
} from './state.js';

/**
 * Every rule of a proposal's life, DESIGN section 4. Precedence: does it exist, was this done before,
 * has it ended, is it in the right phase, then the rules of that phase in the order of their file.
 */
export function decideProposal(command: ProposalCommand, state: Proposal): ProposalDecision {
  if (command.type === 'draft') return draft(command, state);
  if (state.status === 'absent') return refused('not_found', 'There is no such proposal.');
  switch (command.type) {
    case 'supersede':
      return supersede(command, state);
    case 'ask_replacement':
      return askReplacement(command, state);
    case 'decide_policy':
      return decidePolicy(command, state);
    case 'mark_duplicate':
      return markDuplicate(command, state);
    case 'release_reservation':
      return releaseReservation(command, state);
    case 'request_approval':
    case 'remind':
    case 'escalate':
    case 'grant':
    case 'reject':
    case 'expire':
    case 'record_refusal':
      return decideApproval(command, state);
    case 'invalidate':
    case 'void_approval':
    case 'start_execution':
    case 'record_success':
    case 'record_failure':
    case 'schedule_retry':
    case 'exhaust_retries':
    case 'hold_execution':
    case 'resume_execution':
    case 'record_unknown':
    case 'keep_late_result':
    case 'put_in_question':
      return decideExecution(command, state);
    case 'record_look':
    case 'reconcile':
    case 'complete':
    case 'record_report':
    case 'reopen':
    case 'request_review':
    case 'propose_resolution':
    case 'sign_resolution':
    case 'add_note':
      return decideRecovery(command, state);
    default:
      return never(command);
  }
}

type Command<Type extends ProposalCommand['type']> = Extract<ProposalCommand, { type: Type }>;

function draft(command: Command<'draft'>, state: Proposal): ProposalDecision {
  if (state.status === 'absent') return accepted({ type: 'ProposalDrafted', data: command.fact });
  return state.draft.digest === command.fact.digest
    ? alreadyDone
    : refused('already_exists', 'This id already names another proposal.');
}

/**
 * A change is a new proposal. Once a call may be under way, it is too late to replace this one; so it is once a call
 * was made, until it is proven that it had no effect: a target that turned it away may have applied it all the same.
 */
function supersede(command: Command<'supersede'>, state: Drafted): ProposalDecision {
  if (state.status === 'superseded' && state.superseded.by === command.by) return alreadyDone;
  if (isFinal(state.status)) return refused('ended', 'This proposal has ended; propose anew instead.');
  if (mayHaveActed(state.status))
    return refused('in_progress', 'This proposal is being carried out and cannot be replaced.');
  if (callsInDoubt(state) > 0) {
    const message =
      'A call of this proposal may have had its effect; until that is found out nothing replaces it.';
    return refused('effect_possible', message);
  }
  const { by, change, at } = command;
  return accepted({ type: 'ProposalSuperseded', data: { by, change, at } });
}

/** Recorded in every phase, also after an end: whoever holds the change back hears of it here, and of the end. */
function askReplacement({ fact }: Command<'ask_replacement'>, state: Drafted): ProposalDecision {
  const isAsked = state.replacements?.some(({ by }) => by === fact.by) === true;
  const isReplaced = state.status === 'superseded' && state.superseded.by === fact.by;
  return isAsked || isReplaced ? alreadyDone : accepted({ type: 'ReplacementAsked', data: fact });
}

function decidePolicy(command: Command<'decide_policy'>, state: Drafted): ProposalDecision {
  if (isFinal(state.status)) return refused('ended', 'This proposal has ended.');
  if (state.status !== 'being_checked') return alreadyDone;
  return accepted({ type: 'PolicyDecided', data: command.fact });
}

function markDuplicate(command: Command<'mark_duplicate'>, state: Drafted): ProposalDecision {
  if (state.status === 'duplicate') return alreadyDone;
  if (isFinal(state.status)) return refused('ended', 'This proposal has ended.');
  if (state.status !== 'being_checked')
    return refused('not_waiting', 'Policy has already judged this proposal.');
  return accepted({ type: 'ProposalMarkedDuplicate', data: { of: command.of, at: command.at } });
}

/**
 * Given back only when it is sure that nothing stands or will be applied under this proposal, or when what stood was
 * taken back by another one that was read back itself.
 */
function releaseReservation(command: Command<'release_reservation'>, state: Drafted): ProposalDecision {
  if (command.undoneBy !== undefined && wasCarriedOut(state)) {
    const because = `undone by ${command.undoneBy}`;
    return accepted({ type: 'ReservationReleased', data: { because, at: command.at } });
  }
  if (!endedWithoutEffect(state)) {
    return refused('in_progress', 'This proposal may still have an effect, so what it holds stays held.');
  }
  const because = state.status === 'in_review' ? state.review.reason : state.status;
  return accepted({ type: 'ReservationReleased', data: { because, at: command.at } });
}

/** Also where a late fact took the completion back meanwhile: that another one undid it is proven all the same. */
function wasCarriedOut(state: Drafted): boolean {
  const isTakenBack = state.status === 'in_review' && state.after === 'completion';
  return isTakenBack || state.status === 'completed' || state.status === 'closed';
}
