import { never } from '../decision.js';
import { formatMoney } from '../money/money.js';
import { grantsOf } from './requirements.js';
import { type Drafted, isDisputed, parametersDiffer } from './state.js';

/** A state in one or two words, as people who work with it read it; the mark beside it says solid, half, hollow or dashed. */
export function stateWord(state: Drafted): string {
  if (isDisputed(state)) return '◌ Needs an operator';
  switch (state.status) {
    case 'being_checked':
      return '◐ Being checked';
    case 'awaiting_approval':
      return '○• Waits for a decision';
    case 'approved':
      return '◐ Approved, not yet sent';
    case 'executing':
      return '◐ Being sent';
    case 'retry_scheduled':
      return '◐ Not accepted yet';
    case 'succeeded':
      return '◐ The target says done';
    case 'completed':
      return '● Carried out, once';
    case 'outcome_unknown':
      return '◌ Nobody knows yet';
    case 'retries_exhausted':
    case 'in_review':
      return '◌ Needs an operator';
    case 'rejected':
      return '○× Rejected';
    case 'expired':
      return '○– Expired';
    case 'superseded':
      return '○→ Replaced';
    case 'duplicate':
      return '○→ Asked twice';
    case 'denied':
      return '○× Denied by policy';
    case 'closed':
      return state.closed.step === 'close' ? '◌ Closed unconfirmed' : '○× Not carried out';
    case 'invalidated':
    case 'failed':
      return '○× Not carried out';
    default:
      return never(state);
  }
}

const reasonsOfTargets: Readonly<Record<string, string>> = {
  charge_disputed: 'your bank is already looking into this payment.',
  charge_already_refunded: 'it was already refunded.',
  amount_too_large: 'it is more than is left to refund.',
};

/** The reason in the customer's terms: a provider's own text and ids are for the staff. */
function failedWords(code: string): string {
  if (code === parametersDiffer)
    return 'This could not be carried out as it was asked for. A person is looking into it.';
  return `Not carried out: ${reasonsOfTargets[code] ?? 'the payment provider refused it.'}`;
}

/** What the customer is told of a state, or undefined where nothing is said by itself. No word ahead of its evidence. */
export function customerWords(state: Drafted, operation: string, subject: string): string | undefined {
  const what =
    state.draft.action.money === undefined
      ? operation
      : `${operation} of ${formatMoney(state.draft.action.money)}`;
  if (isDisputed(state)) return notConfirmed(what);
  switch (state.status) {
    case 'being_checked':
      return 'Your request is being checked.';
    case 'awaiting_approval':
      return awaiting(state, what, subject);
    case 'approved':
      return 'Approved. It is being carried out.';
    case 'executing':
    case 'superseded':
      return undefined;
    case 'retry_scheduled':
      return 'Taking longer than usual. Nothing has been paid yet.';
    case 'succeeded':
      return 'Being confirmed.';
    case 'completed': {
      const { receipt } = state.completed;
      return `Done: ${what} for ${subject}, reference ${receipt.reference}. 5 to 10 days.`;
    }
    case 'outcome_unknown':
    case 'in_review':
      return notConfirmed(what);
    case 'retries_exhausted':
      return `Your ${what} has not been accepted yet. Nothing has been paid. A person is looking into it; we will tell you here.`;
    case 'rejected':
      return `A person decided against this ${operation}: ${state.rejected.noteToCustomer || state.rejected.reason}`;
    case 'expired':
      return 'Nobody decided in time. That is not a refusal, and nothing was paid. You can ask again.';
    case 'duplicate':
      return `This ${operation} was asked for already; you will hear of it once.`;
    case 'denied':
      return `Not possible: ${state.policy.reasons.map((r) => r.customerText ?? r.reason).join(' ')}`;
    case 'invalidated':
      return `Not carried out: ${state.invalidated.difference}`;
    case 'failed':
      return failedWords(state.failed.code);
    case 'closed':
      return state.closed.step === 'close'
        ? `Closed by a person, without a confirmation: ${state.closed.reason}`
        : `Not carried out: ${state.closed.reason}`;
    default:
      return never(state);
  }
}

function notConfirmed(what: string): string {
  return `We could not confirm your ${what} yet. We are checking with the payment provider. Please don't ask for it again; we will tell you here.`;
}

function awaiting(
  state: Extract<Drafted, { status: 'awaiting_approval' }>,
  what: string,
  subject: string,
): string {
  const open = state.slots.filter((slot) => slot.status === 'open').map((slot) => slot.requirement.basis);
  if (open.includes('consent')) {
    const after = open.includes('approval') ? " It then needs a person's approval as well." : '';
    return `A ${what} for ${subject} waits for your consent. Nothing has been paid.${after}`;
  }
  return `A ${what} for ${subject} waits for a person's approval. Nothing has been paid.`;
}

/** Who permitted it so far, for the record: names, the policy itself, or nobody (an empty text). */
export function permittedBy(state: Drafted): string {
  if (!('slots' in state)) return '';
  if (state.slots.length === 0 && state.policy.verdict === 'allow') return 'policy';
  return grantsOf(state.slots)
    .map((grant) => grant.approver.name)
    .join(' and ');
}
