import type { RecordedEvent } from '@countersign/contracts';
import {
  customerWords,
  type Drafted,
  isDisputed,
  type Proposal,
  type ProposalStatus,
} from '@countersign/domain';
import type { Words } from './reply.js';
import { namesOf, saidOf } from './say.js';

/**
 * What the customer is told when a proposal moved, or undefined where the move says nothing new to them. The same
 * words are never said twice in a row about one proposal: an unknown outcome that goes to an operator stays, to
 * the customer, the same open question.
 */
export function wordsWhenMoved(
  heard: RecordedEvent,
  { before, after }: { readonly before: Proposal; readonly after: Drafted },
): Words | undefined {
  if (saysNothing(heard, after) || isFoundToStand(before, after)) return undefined;
  if (heard.type === 'ApprovalVoided') return voided(after, String(heard.data['code']));
  const text = wordsOf(after);
  if (text === undefined || (before.status !== 'absent' && wordsOf(before) === text)) return undefined;
  return { code: codeOf(after), text, ...(waitsForConsent(after) ? { cards: [after] } : {}) };
}

/**
 * What is disputed has not ended for the customer: a person finds out, and it may turn out to have happened. Where the
 * effect stands and only what it was done to is contested, nothing has changed for them.
 */
export function statusTold(state: Drafted, before?: Proposal): ProposalStatus {
  if (standsContested(state) || isFoundToStand(before, state)) return 'completed';
  return isDisputed(state) ? 'in_review' : state.status;
}

const standsContested = (state: Proposal): boolean =>
  state.status === 'in_review' && state.review.reason === 'target_disputed';

/** People say that what was contested stands: a claim that is read back again, and no news to the customer. */
function isFoundToStand(before: Proposal | undefined, after: Drafted): boolean {
  return before !== undefined && standsContested(before) && after.status === 'succeeded';
}

/** The code of what is said; that the money did not arrive after all is said under a code of its own. */
function codeOf(state: Drafted): string {
  return state.status === 'in_review' && state.after === 'undone' ? 'effect_failed' : statusTold(state);
}

function voided({ draft }: Drafted, code: string): Words {
  const { nothing, askedOf } = saidOf(draft.action);
  if (code === 'replaced_effect_found') {
    const text = `This is not sent for now: what you had asked for before may have been carried out after all. We are checking with ${askedOf} first; we will tell you here.`;
    return { code: 'permission_void', text };
  }
  return {
    code: 'permission_void',
    text: `The permission that was given no longer holds, so this is being checked again. Nothing has been ${nothing}.`,
  };
}

/**
 * A success is a claim until it was read back, and a claim is not told; that it takes longer is told the first
 * time; a review of what surely was not applied would sound like an open question.
 */
function saysNothing({ type, data }: RecordedEvent, after: Drafted): boolean {
  if (saidOf(after.draft.action).quiet === true) return true;
  if (type === 'ExecutionSucceeded') return true;
  if (type === 'ExecutionRetryScheduled' || type === 'ExecutionHeld')
    return after.retries + (after.holds ?? 0) > 1;
  return (
    type === 'ReviewRequested' && ['retries_exhausted', 'refused_by_target'].includes(String(data['reason']))
  );
}

/** Policy's wish for a decision is told when somebody can give it: with the card, not before. */
function wordsOf(state: Drafted): string | undefined {
  if (state.status === 'being_checked') return undefined;
  if (state.status === 'awaiting_approval' && state.asked.status === 'not_asked') return undefined;
  const { action } = state.draft;
  return customerWords(state, namesOf(action), saidOf(action));
}

/** Waits for this customer's own yes: the card with its button goes along. */
function waitsForConsent(state: Drafted): boolean {
  if (state.status !== 'awaiting_approval') return false;
  return state.slots.some((s) => s.status === 'open' && s.requirement.basis === 'consent');
}
