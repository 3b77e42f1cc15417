import type { Instant, ProposalId } from '../identifiers.js';
import type { ProposalEventData, Receipt } from './events.js';
import type { Slot } from './requirements.js';

/** The fold of a proposal's stream. One literal tells the phase; each phase carries only what it knows. */
export type Proposal = Absent | Drafted;
export type Drafted = Draft & Phase;

export interface Absent {
  readonly status: 'absent';
}

/** What is fixed from the draft on, and what accumulates whatever the phase. */
export interface Draft {
  readonly draft: ProposalEventData<'ProposalDrafted'>;
  /** Executions started so far; the operation id is the same in all of them. */
  readonly attempts: number;
  /** Attempts that surely had no effect: never sent, or proven absent. The others may have had theirs. */
  readonly attemptsWithoutEffect?: number;
  /** Changes that wait until it is known what became of this one, in the order in which they were asked for. */
  readonly replacements?: readonly Replacement[];
  /** Tries that were put off, with or without a call; bounded by `attemptsMax`. */
  readonly retries: number;
  /** Times it was held back before a request left, once there is one; bounded by time and by people, not by number. */
  readonly holds?: number;
  /** Reads of the target's own record so far. */
  readonly looks: number;
  readonly refusals: number;
  /** What the target said by itself, by its own clock and then by id; absent until it says something. */
  readonly reports?: readonly Report[];
  /**
   * What it was sent under, where that permission is gone: withdrawn, or replaced by a change. An effect that shows up
   * later was permitted by this, and comes back to it.
   */
  readonly sentUnder?: Permitted;
  /** The change that took its place, where an effect of it was found after that. */
  readonly replacedBy?: ProposalId;
  /** What was read of it at the target, or recorded by two people, since it was sent last, and has not been settled. */
  readonly seen?: 'stands' | 'undone';
  /** A worker or the target said that it was done, and no look has answered that yet. */
  readonly saidDone?: true;
  /** The latest instant at which, by the word of who sent it, a call can still arrive; absent where none said. */
  readonly settlesAt?: Instant;
}

export type Report = ProposalEventData<'TargetReported'>;
export type Replacement = ProposalEventData<'ReplacementAsked'>;

export type PolicyVerdict = ProposalEventData<'PolicyDecided'>;
type Asked =
  | { readonly status: 'not_asked' }
  | { readonly status: 'asked'; readonly requestedAt: Instant; readonly expiresAt: Instant };

/** A permission in force or being sought: the verdict it rests on and its slots. */
export interface Permitted {
  readonly policy: PolicyVerdict;
  readonly slots: readonly Slot[];
}

export type Phase =
  | { readonly status: 'being_checked' }
  | ({ readonly status: 'awaiting_approval'; readonly asked: Asked } & Permitted)
  | ({ readonly status: 'approved' } & Permitted)
  | ({ readonly status: 'executing'; readonly started: ProposalEventData<'ExecutionStarted'> } & Permitted)
  | ({
      readonly status: 'retry_scheduled';
      readonly retry: ProposalEventData<'ExecutionRetryScheduled'>;
    } & Permitted)
  /** Permitted, surely not sent, and not to be sent now: its target or tenant is stopped, or its circuit is open. */
  | ({ readonly status: 'held'; readonly held: ProposalEventData<'ExecutionHeld'> } & Permitted)
  | ({
      readonly status: 'retries_exhausted';
      readonly exhausted: ProposalEventData<'ExecutionRetriesExhausted'>;
    } & Permitted)
  | ({
      readonly status: 'succeeded';
      readonly receipt: Receipt;
      readonly succeededAt: Instant;
      /** Said so in a review that did not come after a mere doubt: whatever is read back, it is never sent again. */
      readonly again?: true;
    } & Permitted)
  | ({
      readonly status: 'outcome_unknown';
      readonly unknown: ProposalEventData<'OutcomeUnknown'>;
    } & Permitted)
  | ({
      readonly status: 'in_review';
      readonly review: ProposalEventData<'ReviewRequested'>;
      /**
       * Only after a doubt may it ever be sent again. After a refusal what it held may have been given back, after a
       * completion an effect was seen, and what was undone is known to the target for good.
       */
      readonly after: 'refusal' | 'doubt' | 'completion' | 'undone';
      readonly resolution: Resolution;
    } & Permitted)
  /** Between two facts of one moment: a late fact took the completion back, and a person is being asked. */
  | ({ readonly status: 'reopened'; readonly reopened: ProposalEventData<'ProposalReopened'> } & Permitted)
  | Final;

export type Resolution =
  | { readonly status: 'none' }
  | { readonly status: 'proposed'; readonly proposed: ProposalEventData<'ResolutionProposed'> };

/**
 * States that absorb: whatever comes after changes nothing, but for a look into a refusal and for a late fact, read
 * back, that takes a completion back or finds an effect of what had ended without one. Asking again makes a new proposal. What had been permitted keeps its signatures, so that
 * a late second click is answered with who decided.
 */
export type Final =
  | ({ readonly status: 'completed'; readonly completed: ProposalEventData<'ProposalCompleted'> } & Permitted)
  | { readonly status: 'denied'; readonly policy: PolicyVerdict }
  | { readonly status: 'duplicate'; readonly of: ProposalId }
  | { readonly status: 'rejected'; readonly rejected: ProposalEventData<'ApprovalRejected'> }
  | { readonly status: 'expired'; readonly expired: ProposalEventData<'ApprovalExpired'> }
  | { readonly status: 'superseded'; readonly superseded: ProposalEventData<'ProposalSuperseded'> }
  | ({
      readonly status: 'invalidated';
      readonly invalidated: ProposalEventData<'ProposalInvalidated'>;
    } & Permitted)
  | ({ readonly status: 'failed'; readonly failed: ProposalEventData<'ExecutionFailed'> } & Permitted)
  | ({ readonly status: 'closed'; readonly closed: ProposalEventData<'OperatorResolved'> } & Permitted);

export type ProposalStatus = Proposal['status'];

/** The code of a target that knows the operation with other content (S10). */
export const parametersDiffer = 'idempotency_parameters_differ';

const final: readonly ProposalStatus[] = [
  'completed',
  'denied',
  'duplicate',
  'rejected',
  'expired',
  'superseded',
  'invalidated',
  'closed',
];

/**
 * Whether the proposal has ended. `failed` has ended for the executor, yet an operator may still look
 * into it, so it is final only in that nothing is ever sent again under it.
 */
export function isFinal(status: ProposalStatus): boolean {
  return status === 'failed' || final.includes(status);
}

/**
 * Refused, because the target knows the operation with other content: what that earlier use did is an open question
 * for a person. Nothing is sent any more, and yet nobody may be told that nothing happened.
 */
export function isDisputed(state: Drafted): boolean {
  return state.status === 'failed' && state.failed.code === parametersDiffer;
}

/**
 * Nothing of it stands at the target and nothing is sent under it any more: what it held may be given back. So it
 * is when it ended without an effect, and when the one effect it had was undone at the target, also while a person
 * is still asked about that, unless something of it was seen to stand since. A matter that an operator merely closed keeps what it held, because nobody said that
 * nothing happened; so does a call refused because its key was used before with other parameters, because that
 * earlier use may have been applied.
 */
export function endedWithoutEffect(state: Drafted): boolean {
  if (state.status === 'in_review') return state.after === 'undone' && state.seen !== 'stands';
  if (state.status === 'failed') return !isDisputed(state);
  if (state.status === 'closed') return state.closed.step === 'record_did_not_happen';
  return isFinal(state.status) && state.status !== 'completed';
}

export const waitingToBeSent = ['approved', 'retry_scheduled', 'held'] as const;
export type WaitingToBeSent = Extract<Drafted, { status: (typeof waitingToBeSent)[number] }>;

/** Permitted, and no call is under way or in doubt: the next thing that may happen to it is a call. */
export function waitsToBeSent(state: Proposal): state is WaitingToBeSent {
  return (waitingToBeSent as readonly string[]).includes(state.status);
}

/**
 * Calls that were begun and may have had their effect, whatever was answered to them: a target that turns a call away
 * may have applied it all the same. Only a proven absence, or that a request never left, takes one away.
 */
export function callsInDoubt({ attempts, attemptsWithoutEffect = 0 }: Draft): number {
  return Math.max(0, attempts - attemptsWithoutEffect);
}

const mayHaveActedIn: readonly ProposalStatus[] = [
  'executing',
  'succeeded',
  'outcome_unknown',
  // Given up also where the effect of a call that was turned away was found, and until the target was asked.
  'retries_exhausted',
  'in_review',
  'completed',
  'reopened',
];

/** A call may be under way or may have been applied: nothing may replace, void or withdraw it. */
export function mayHaveActed(status: ProposalStatus): boolean {
  return mayHaveActedIn.includes(status);
}
