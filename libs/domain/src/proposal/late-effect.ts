import { type Refused, refused } from '../decision.js';
import type { ProposalRefusal } from './commands.js';
import type { ProposalEvent } from './events.js';
import { evolveProposal, noProposal } from './evolve.js';
import { type Drafted, endedWithoutEffect, isDisputed, type Proposal } from './state.js';

/**
 * What is taken for one without an effect, and is taken back when an effect of it is read at the target: every end that
 * is not a completion, and what was sent, withdrawn and is judged or asked for anew. What was never sent has no effect
 * to come back to; one under its operation is nobody's, and the comparison of the ledgers has it.
 */
export function mayComeBack(state: Drafted): boolean {
  switch (state.status) {
    case 'failed':
      // What is disputed is with a person already.
      return !isDisputed(state);
    case 'closed':
    case 'invalidated':
      return true;
    case 'being_checked':
    case 'awaiting_approval':
    case 'superseded':
    case 'rejected':
    case 'expired':
    case 'denied':
    case 'duplicate':
      return state.sentUnder !== undefined;
    default:
      return false;
  }
}

/** It was sent, its permission was withdrawn since, and it is judged or asked for anew. */
export function isAskedAnew(state: Drafted): boolean {
  const isOpen = state.status === 'being_checked' || state.status === 'awaiting_approval';
  return isOpen && state.sentUnder !== undefined;
}

/** An effect of it was read after it had ended, and nobody has said yet what becomes of it. */
export function isFoundAfterEnd(state: Drafted): boolean {
  if (state.status === 'reopened') return state.reopened.because === 'effect_found';
  return state.status === 'in_review' && state.after === 'completion' && state.review.code === 'effect_found';
}

/**
 * What a proposal leaves to the one that took its place, or is to: nothing, so that what it held does not count; an
 * effect that stands, so that it does; or a question, and until that is answered nothing of the other one is sent.
 */
export function leftBehind(old: Proposal): 'nothing' | 'an_effect' | 'a_question' {
  if (old.status === 'absent') return 'nothing';
  if (isFoundAfterEnd(old)) return 'a_question';
  if (endedWithoutEffect(old)) return 'nothing';
  if (old.status === 'in_review') return old.after === 'completion' ? 'an_effect' : 'a_question';
  const stands = ['completed', 'reopened', 'closed'].includes(old.status);
  return stands ? 'an_effect' : 'a_question';
}

/**
 * What it held was given back when it had ended without an effect, and it may have one by now: it counts as if it still
 * held it. What another proposal has undone does not.
 */
export function holdsAgain(events: readonly ProposalEvent[]): boolean {
  const released = events.findLast((event) => event.type === 'ReservationReleased');
  if (released === undefined || isUndoing(released)) return false;
  const state = events.reduce<Proposal>(evolveProposal, noProposal);
  return state.status !== 'absent' && !endedWithoutEffect(state);
}

/** As `decide` writes it; a proposal is undone by one other at most, and that is for good. */
const isUndoing = (event: ProposalEvent): boolean =>
  event.type === 'ReservationReleased' && event.data.because.startsWith('undone by ');

/**
 * Why operators cannot have it sent again, whatever the review that they were asked in offers: it may be older than
 * what has been read or said since. Undefined when nothing of the kind stands against it.
 */
export function againstSendingAgain(state: Drafted): Refused<ProposalRefusal> | undefined {
  if (state.replacements !== undefined)
    return refused(
      'step_not_allowed',
      'A change is to take its place, so it is not sent again: record what became of it.',
    );
  if (state.seen === 'stands')
    return refused(
      'effect_known',
      'An effect of this operation was read at the target or recorded since, so it is not sent again: say whether it stands.',
    );
  if (state.seen === 'undone')
    return refused(
      'effect_known',
      'It failed at the target, which remembers the operation, so it is not sent again: propose it anew instead.',
    );
  if (state.saidDone === true)
    return refused(
      'effect_possible',
      'It was said since that this was carried out, so it is not sent again before a look shows otherwise.',
    );
  return undefined;
}
