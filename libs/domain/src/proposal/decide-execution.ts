import { accepted, alreadyDone, never, refused } from '../decision.js';
import { type Instant, isBefore, operationIdOf } from '../identifiers.js';
import type { ProposalCommand, ProposalDecision } from './commands.js';
import type { LookEvidence, ProposalEvent } from './events.js';
import { provesAbsenceOf } from './evidence.js';
import { grantsOf } from './requirements.js';
import { callsInDoubt, type Drafted, isFinal, mayHaveActed, waitsToBeSent } from './state.js';

type Command<Type extends ProposalCommand['type']> = Extract<ProposalCommand, { type: Type }>;
type ExecutionCommand = Command<
  | 'invalidate'
  | 'void_approval'
  | 'start_execution'
  | 'record_success'
  | 'record_failure'
  | 'schedule_retry'
  | 'exhaust_retries'
  | 'hold_execution'
  | 'resume_execution'
  | 'record_unknown'
  | 'keep_late_result'
  | 'put_in_question'
>;

export function decideExecution(command: ExecutionCommand, state: Drafted): ProposalDecision {
  switch (command.type) {
    case 'start_execution':
      return start(command, state);
    case 'invalidate':
      return (
        beforeTheCall(state, command.fact) ?? accepted({ type: 'ProposalInvalidated', data: command.fact })
      );
    case 'void_approval':
      return beforeTheCall(state, command.fact) ?? accepted({ type: 'ApprovalVoided', data: command.fact });
    case 'record_success': {
      const { attempt, receipt, at } = command;
      return (
        ofThisAttempt(state, attempt) ??
        accepted({ type: 'ExecutionSucceeded', data: { attempt, receipt, at } })
      );
    }
    case 'record_failure':
      return (
        ofThisAttempt(state, command.fact.attempt) ??
        // When its own request would have settled does not matter: the target answered it.
        unlessAbsent(callsInDoubt(state) - 1, command.fact, {}) ??
        accepted({ type: 'ExecutionFailed', data: command.fact })
      );
    case 'schedule_retry':
      return (
        ofThisAttemptOrBefore(state, command.fact.attempt) ??
        accepted({ type: 'ExecutionRetryScheduled', data: command.fact })
      );
    case 'exhaust_retries':
      return (
        ofThisAttemptOrBefore(state, command.fact.attempt) ??
        accepted({ type: 'ExecutionRetriesExhausted', data: command.fact })
      );
    case 'hold_execution':
      return hold(command, state);
    case 'resume_execution':
      return resume(command, state);
    case 'keep_late_result':
      return keepLate(command, state);
    case 'put_in_question':
      return putInQuestion(command, state);
    case 'record_unknown':
      return (
        ofThisAttempt(state, command.fact.attempt) ?? accepted({ type: 'OutcomeUnknown', data: command.fact })
      );
    default:
      return never(command);
  }
}

/**
 * The intent, written before the call. Precedence: executed or ended; under way; unknown; not permitted;
 * to be replaced; before its time; another digest; a permission that has run out. A permission is used once: after the first
 * start only a proven absence, a scheduled retry or an operator brings the proposal back here.
 */
function start(command: Command<'start_execution'>, state: Drafted): ProposalDecision {
  if (['succeeded', 'completed', 'reopened'].includes(state.status)) {
    return refused('already_executed', 'This was carried out already.');
  }
  if (isFinal(state.status))
    return refused('ended', `This proposal has ended (${state.status.replaceAll('_', ' ')}).`);
  if (state.status === 'executing') return refused('in_progress', 'A call is already under way.');
  if (mayHaveActed(state.status)) return refused('outcome_unknown', 'An earlier call may have been applied.');
  if (!waitsToBeSent(state)) {
    return refused('no_permission', 'Nobody has permitted this yet.');
  }
  if (state.replacements !== undefined)
    return refused('replacement_asked', 'A change is to take its place, so this one is not sent any more.');
  if (state.status === 'retry_scheduled' && isBefore(command.at, state.retry.retryAt)) {
    return refused('too_early', `The next try is at ${state.retry.retryAt}.`);
  }
  const grants = grantsOf(state.slots);
  if (command.digest !== state.draft.digest || grants.some((g) => g.digest !== state.draft.digest)) {
    return refused('digest_differs', 'What was approved is not what would be carried out.');
  }
  if (grants.length !== state.slots.length) return refused('no_permission', 'A signature is missing.');
  const lapsed = grants.find((g) => !isBefore(command.at, g.expiresAt));
  if (lapsed !== undefined)
    return refused(
      'permission_expired',
      `The permission of ${lapsed.approver.name} ran out at ${lapsed.expiresAt}.`,
    );
  return accepted({
    type: 'ExecutionStarted',
    data: {
      attempt: state.attempts + 1,
      operationId: operationIdOf(state.draft.proposalId),
      digest: state.draft.digest,
      worker: command.worker,
      startedAt: command.at,
      settlesAt: command.settlesAt,
      permission:
        grants.length === 0
          ? `policy ${state.policy.policySetHash}`
          : grants.map((g) => g.approver.subject).join(', '),
    },
  });
}

/** Of an attempt only as long as no request of it left; that is for whoever made the attempt to know. */
function hold({ fact }: Command<'hold_execution'>, state: Drafted): ProposalDecision {
  const isHeldSo =
    state.status === 'held' &&
    state.held.stop === fact.stop &&
    state.held.code === fact.code &&
    state.held.retryAt === fact.retryAt;
  if (isHeldSo) return alreadyDone;
  return ofThisAttemptOrBefore(state, fact.attempt) ?? accepted({ type: 'ExecutionHeld', data: fact });
}

function resume({ fact }: Command<'resume_execution'>, state: Drafted): ProposalDecision {
  if (state.status === 'held') return accepted({ type: 'ExecutionResumed', data: fact });
  return isFinal(state.status) ? refused('ended', 'This proposal has ended.') : alreadyDone;
}

/** The attempt number is the fence: once its attempt is closed, a result is a fact and changes nothing. */
function keepLate({ fact }: Command<'keep_late_result'>, state: Drafted): ProposalDecision {
  if (state.attempts < fact.attempt)
    return refused('attempt_differs', `Attempt ${fact.attempt} was never started.`);
  if (state.status === 'executing' && state.started.attempt === fact.attempt)
    return refused('in_progress', 'This attempt is still open, so its result is not late.');
  const kept = accepted<ProposalEvent>({ type: 'ResultCameLate', data: fact });
  if (fact.class !== 'succeeded' || !waitsToBeSent(state)) return kept;
  return accepted(...kept.events, unknown(state, 'success_came_late', fact.at));
}

/**
 * It waits to be sent once more, and somebody says that an earlier call of it was carried out. That proves nothing, and
 * nothing is sent before it has been read at the target.
 */
function putInQuestion({ code, at }: Command<'put_in_question'>, state: Drafted): ProposalDecision {
  if (state.status === 'outcome_unknown') return alreadyDone;
  // Also where its absence had been proven: whoever says otherwise is answered by a look before it is sent again.
  if (!waitsToBeSent(state) || state.attempts === 0)
    return refused('not_waiting', 'Nothing that was sent of this proposal waits to be sent again.');
  return accepted(unknown(state, code, at));
}

function unknown({ attempts: attempt }: Drafted, code: string, at: Instant): ProposalEvent {
  return { type: 'OutcomeUnknown', data: { attempt, code, at } };
}

/** The world moved or rights went, found before the call: only while nothing can have been applied. */
function beforeTheCall(state: Drafted, found: Found): ProposalDecision | undefined {
  if (state.status === 'invalidated') return alreadyDone;
  if (isFinal(state.status)) return refused('ended', 'This proposal has ended.');
  if (mayHaveActed(state.status)) return refused('outcome_unknown', 'A call may have been applied already.');
  if (!waitsToBeSent(state)) return refused('not_waiting', 'This is not about to be carried out.');
  return unlessAbsent(callsInDoubt(state), found, state);
}

interface Found {
  readonly ownEffect?: LookEvidence;
}

/** With calls in doubt nothing ends, and no permission is withdrawn, but on a look that shows no effect of them. */
function unlessAbsent(
  inDoubt: number,
  { ownEffect }: Found,
  sent: Pick<Drafted, 'settlesAt'>,
): ProposalDecision | undefined {
  if (inDoubt <= 0 || (ownEffect !== undefined && provesAbsenceOf(sent, ownEffect))) return undefined;
  return refused(
    'effect_possible',
    'An earlier call may have had its effect, and nothing shows that it had none.',
  );
}

/** A result is recorded for the attempt that is under way, by whoever made it, and once. */
function ofThisAttempt(state: Drafted, attempt: number): ProposalDecision | undefined {
  if (state.status === 'executing') {
    return state.started.attempt === attempt
      ? undefined
      : refused('attempt_differs', `Attempt ${state.started.attempt} is under way, not ${attempt}.`);
  }
  if (state.attempts < attempt) return refused('attempt_differs', `Attempt ${attempt} was never started.`);
  return alreadyDone;
}

/** A try is also put off before any call, when a record that must be checked first gives no answer. */
function ofThisAttemptOrBefore(state: Drafted, attempt: number): ProposalDecision | undefined {
  return waitsToBeSent(state) && state.attempts === attempt ? undefined : ofThisAttempt(state, attempt);
}
