import {
  againstSendingAgain,
  type Drafted,
  type Instant,
  isBefore,
  isDisputed,
  isFinal,
  type RecoveryStep,
} from '@countersign/domain';
import { inQuestion } from '../look/looking.js';

/** A step with the event it would append, or why it is not offered. Nothing is hidden. */
export type StepOffer = {
  readonly step: RecoveryStep;
  readonly appends: string;
} & (
  | { readonly allowed: true; readonly secondPerson: boolean }
  | { readonly allowed: false; readonly why: string }
);

const appends: Readonly<Record<RecoveryStep, string>> = {
  look_again: 'TargetLooked',
  record_happened: 'ResolutionProposed, then OperatorResolved (happened), to be read back',
  record_did_not_happen: 'ResolutionProposed, then OperatorResolved (did not happen)',
  send_again: 'ResolutionProposed, then OperatorResolved (send again)',
  close: 'ResolutionProposed, then OperatorResolved (closed, unconfirmed)',
};

const order: readonly RecoveryStep[] = [
  'look_again',
  'record_happened',
  'record_did_not_happen',
  'send_again',
  'close',
];

export interface StepQuestion {
  readonly state: Drafted;
  readonly keyForgottenAt: Instant | 'never';
  readonly at: Instant;
}

export function stepsOf(question: StepQuestion): readonly StepOffer[] {
  return order.map((step) => {
    const why = whyNot(step, question);
    return why === undefined
      ? { step, appends: appends[step], allowed: true, secondPerson: step !== 'look_again' }
      : { step, appends: appends[step], allowed: false, why };
  });
}

/** Why a step is not offered now; undefined when it is. Looking only ever needs something to be in question. */
export function whyNot(step: RecoveryStep, { state, keyForgottenAt, at }: StepQuestion): string | undefined {
  const { status } = state;
  if (isFinal(status) && !isDisputed(state)) return 'This is settled.';
  if (step === 'look_again')
    return inQuestion.includes(status) ? undefined : 'Nothing is in question just now.';
  if (status !== 'in_review') return 'It is still being found out without a person.';
  const isForgotten = keyForgottenAt !== 'never' && !isBefore(at, keyForgottenAt);
  if (step === 'send_again' && isForgotten) {
    return `The target remembered this operation until ${keyForgottenAt}. Sent now it could be a second effect; ask for it anew instead.`;
  }
  const against = step === 'send_again' ? againstSendingAgain(state) : undefined;
  if (against !== undefined) return against.message;
  return state.review.allowedSteps.includes(step) ? undefined : notOffered(step, state);
}

function notOffered(step: RecoveryStep, state: Extract<Drafted, { status: 'in_review' }>): string {
  if (step === 'close' && state.review.reason !== 'target_disputed')
    return 'While nobody knows, it is not put aside: say what happened, or keep looking.';
  if (step !== 'send_again') return 'There is an effect: say whether it stands.';
  if (state.after === 'refusal') return 'The target refused it. What was refused is not sent again.';
  if (state.after === 'undone')
    return 'It failed at the target, which remembers it: sent again it would only fail again. Propose it anew instead.';
  if (state.after === 'completion')
    return 'An effect of this operation was read back, so it is not sent again. Propose anew instead.';
  return state.review.reason === 'read_back_contradicts'
    ? 'The target may hold an effect of this operation already, so it is not sent again.'
    : 'An earlier call may have been applied. It is sent again only once that is disproven.';
}
