import type { ProposalEventData, Receipt } from './events.js';
import { callsInDoubt, type Drafted, type Permitted, type Phase, waitsToBeSent } from './state.js';

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
        : state.status === 'reopened'
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
  const receipt = look.evidence.found[0];
  if (look.finding === 'happened' && receipt !== undefined) {
    return { status: 'succeeded', receipt, succeededAt: look.at, ...permitted };
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

/** What two people recorded stands as a claim; the reconciler still reads it back. */
function receiptByOperator(state: Drafted, resolved: ProposalEventData<'OperatorResolved'>): Receipt {
  return {
    reference: resolved.evidence,
    ...state.draft.action.money,
    settled: 'settled',
    details: { recordedBy: resolved.by.subject },
  };
}

/** A step that a newer release wrote: folded to nothing, like an event of an unknown type. */
function unknownStep(state: Drafted, _step: never): Phase {
  return state;
}
