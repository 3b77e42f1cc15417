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
    case 'held':
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
    case 'reopened':
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

/**
 * What only a capability can say to the customer about its kind of action; the states and their sentences are the
 * same for all. Sentences end in a full stop.
 */
export interface SaidOfAction {
  /** What has surely not happened to it while it waits: `paid`, `cancelled`. */
  readonly nothing: string;
  /** After "Done: …": `5 to 10 days.` Empty where nothing follows. */
  readonly afterwards: string;
  /** Who is asked what became of it: `the payment provider`. */
  readonly askedOf: string;
  /** The target's codes of refusal in the customer's terms: its own text and ids are for the staff. */
  readonly refusals: Readonly<Record<string, string>>;
  /** A step behind the scenes: the customer hears nothing of it by itself. */
  readonly quiet?: true;
}

export interface NamesOfAction {
  /** `refund` */
  readonly operation: string;
  /** `order 4821` */
  readonly subject: string;
}

/** For an action of a capability that this release does not know. */
export const plainlySaid: SaidOfAction = {
  nothing: 'done',
  afterwards: '',
  askedOf: 'the other system',
  refusals: {},
};

function failedWords(code: string, said: SaidOfAction): string {
  if (code === parametersDiffer)
    return 'This could not be carried out as it was asked for. A person is looking into it.';
  return `Not carried out: ${said.refusals[code] ?? `${said.askedOf} refused it.`}`;
}

/** What the customer is told of a state, or undefined where nothing is said by itself. No word ahead of its evidence. */
export function customerWords(state: Drafted, names: NamesOfAction, said: SaidOfAction): string | undefined {
  const { operation, subject } = names;
  const what = thing(state, operation);
  if (isDisputed(state)) return notConfirmed(what, said);
  switch (state.status) {
    case 'being_checked':
      return 'Your request is being checked.';
    case 'awaiting_approval':
      return awaiting(state, `A ${what} for ${subject}`, said);
    case 'approved':
      return 'Approved. It is being carried out.';
    case 'executing':
    case 'superseded':
      return undefined;
    case 'retry_scheduled':
    case 'held':
      return `Taking longer than usual. Nothing has been ${said.nothing} yet.`;
    case 'succeeded':
      return 'Being confirmed.';
    case 'completed':
      return `Done: ${what} for ${subject}, reference ${state.completed.receipt.reference}. ${said.afterwards}`.trim();
    case 'outcome_unknown':
      return notConfirmed(what, said);
    case 'reopened':
      return undefined;
    case 'in_review':
      return underReview(state, names, said);
    case 'retries_exhausted':
      return `Your ${what} has not been accepted yet. Nothing has been ${said.nothing}. A person is looking into it; we will tell you here.`;
    case 'rejected':
      return `A person decided against this ${operation}: ${state.rejected.noteToCustomer || state.rejected.reason}`;
    case 'expired':
      return `Nobody decided in time. That is not a refusal, and nothing was ${said.nothing}. You can ask again.`;
    case 'duplicate':
      return `This ${operation} was asked for already; you will hear of it once.`;
    case 'denied':
      return `Not possible: ${state.policy.reasons.map((r) => r.customerText ?? r.reason).join(' ')}`;
    case 'invalidated':
      return `Not carried out: ${state.invalidated.difference}`;
    case 'failed':
      return failedWords(state.failed.code, said);
    case 'closed':
      return state.closed.step === 'close'
        ? `Closed by a person, without a confirmation: ${state.closed.reason}`
        : `Not carried out: ${state.closed.reason}`;
    default:
      return never(state);
  }
}

/** `refund of 79.00 EUR`, or the operation alone where no money moves. */
function thing({ draft: { action } }: Drafted, operation: string): string {
  return action.money === undefined ? operation : `${operation} of ${formatMoney(action.money)}`;
}

/** Where the effect stands and only what it was done to is contested, nothing that was said has become untrue. */
function underReview(
  state: Extract<Drafted, { status: 'in_review' }>,
  { operation, subject }: NamesOfAction,
  said: SaidOfAction,
): string | undefined {
  if (state.review.reason === 'target_disputed') return undefined;
  const what = thing(state, operation);
  if (state.after !== 'undone') return notConfirmed(what, said);
  return `Your ${what} for ${subject} did not go through after all: ${said.askedOf} accepted it, and then it failed. In the end nothing has been ${said.nothing}. A person is looking into it; we will tell you here.`;
}

function notConfirmed(what: string, { askedOf }: SaidOfAction): string {
  return `We could not confirm your ${what} yet. We are checking with ${askedOf}. Please don't ask for it again; we will tell you here.`;
}

function awaiting(
  state: Extract<Drafted, { status: 'awaiting_approval' }>,
  what: string,
  { nothing }: SaidOfAction,
): string {
  const open = state.slots.filter((slot) => slot.status === 'open').map((slot) => slot.requirement.basis);
  if (open.includes('consent')) {
    const after = open.includes('approval') ? " It then needs a person's approval as well." : '';
    return `${what} waits for your consent. Nothing has been ${nothing}.${after}`;
  }
  return `${what} waits for a person's approval. Nothing has been ${nothing}.`;
}

/** Who permitted it so far, for the record: names, the policy itself, or nobody (an empty text). */
export function permittedBy(state: Drafted): string {
  if (!('slots' in state)) return '';
  if (state.slots.length === 0 && state.policy.verdict === 'allow') return 'policy';
  return grantsOf(state.slots)
    .map((grant) => grant.approver.name)
    .join(' and ');
}
