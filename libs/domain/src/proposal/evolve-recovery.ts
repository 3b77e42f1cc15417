import type { ProposalEventData, Receipt } from './events.js';
import { callsInDoubt, type Drafted, isFinal, type Permitted, type Phase, waitsToBeSent } from './state.js';

export type PermittedState = Extract<Drafted, Permitted>;

/**
 * It waits to be sent once more, and a change is to take its place: nothing is sent any more, and what became of its
 * earlier calls is an open question until it has been read at the target.
 */
export function toBeReplaced(state: Drafted, { at }: ProposalEventData<'ReplacementAsked'>): Phase {
  if (!waitsToBeSent(state) || callsInDoubt(state) === 0) return state;
  const { policy, slots, attempts: attempt } = state;
  return { status: 'outcome_unknown', unknown: { attempt, code: 'replacement_asked', at }, policy, slots };
}

/**
 * A late fact takes an end back: under the permission that it was sent under. What was never sent keeps none, and
 * stays as it ended.
 */
export function reopened(state: Drafted, fact: ProposalEventData<'ProposalReopened'>): Phase {
  const own = isFinal(state.status) && 'slots' in state ? state : undefined;
  const permission = state.sentUnder ?? own;
  if (permission === undefined) return state;
  const { policy, slots } = permission;
  return { status: 'reopened', reopened: fact, policy, slots };
}

/** A person is asked. Asked again while they are asked already: only when what might stand was undone since. */
export function reviewed(
  state: PermittedState,
  review: ProposalEventData<'ReviewRequested'>,
  permitted: Permitted,
): Phase {
  const isUndone = review.reason === 'effect_failed' && state.status !== 'failed';
  if (state.status === 'in_review' && !(isUndone && mayBeUndone(state.after))) return state;
  const after =
    state.status === 'failed'
      ? 'refusal'
      : isUndone
        ? 'undone'
        : state.status === 'reopened' || (state.status === 'succeeded' && state.again === true)
          ? 'completion'
          : 'doubt';
  return { status: 'in_review', review, after, resolution: { status: 'none' }, ...permitted };
}

/** What was refused, or was undone already, cannot be undone by a later fact. */
export function mayBeUndone(after: Extract<Drafted, { status: 'in_review' }>['after']): boolean {
  return after === 'doubt' || after === 'completion';
}

export function afterLook(
  state: Drafted,
  look: ProposalEventData<'OutcomeReconciled'>,
  permitted: Permitted,
): Phase {
  // Asked for anew: that its earlier calls had no effect permits nothing.
  if (state.status === 'awaiting_approval') return state;
  const receipt = look.evidence.found[0];
  if (look.finding === 'happened' && receipt !== undefined) {
    return { status: 'succeeded', receipt, succeededAt: look.at, ...again(state), ...permitted };
  }
  const mayBeSentAgain = state.status !== 'in_review' || state.after === 'doubt';
  return look.finding === 'did_not_happen' && mayBeSentAgain ? { status: 'approved', ...permitted } : state;
}

export function afterOperator(
  state: Drafted,
  resolved: ProposalEventData<'OperatorResolved'>,
  permitted: Permitted,
): Phase {
  switch (resolved.step) {
    case 'record_happened':
      return {
        status: 'succeeded',
        receipt: receiptByOperator(state, resolved),
        succeededAt: resolved.at,
        ...again(state),
        ...permitted,
      };
    case 'send_again':
      return state.status === 'in_review' && state.after === 'doubt'
        ? { status: 'approved', ...permitted }
        : state;
    case 'record_did_not_happen':
    case 'close':
      return { status: 'closed', closed: resolved, ...permitted };
    case 'look_again':
      return state;
    default:
      return unknownStep(state, resolved.step);
  }
}

function again(state: Drafted): { readonly again?: true } {
  return state.status === 'in_review' && state.after !== 'doubt' ? { again: true } : {};
}

/** What two people recorded stands as a claim; the reconciler still reads it back. */
function receiptByOperator(state: Drafted, resolved: ProposalEventData<'OperatorResolved'>): Receipt {
  return {
    reference: resolved.evidence,
    ...state.draft.action.money,
    settled: 'settled',
    details: { recordedBy: resolved.by.subject },
  };
}

export const isRecordedByPeople = ({ details }: Receipt): boolean => details['recordedBy'] !== undefined;

/** A step that a newer release wrote: folded to nothing, like an event of an unknown type. */
function unknownStep(state: Drafted, _step: never): Phase {
  return state;
}
