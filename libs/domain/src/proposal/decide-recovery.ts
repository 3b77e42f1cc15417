import { accepted, alreadyDone, never, refused } from '../decision.js';
import type { ProposalCommand, ProposalDecision } from './commands.js';
import type { ProposalEventData } from './events.js';
import { differs, isOfAmount, isUndone, provesAbsence, provesAbsenceOf } from './evidence.js';
import { mayBeUndone } from './evolve-recovery.js';
import { againstSendingAgain, isAskedAnew, mayComeBack } from './late-effect.js';
import { callsInDoubt, type Drafted } from './state.js';

type Command<Type extends ProposalCommand['type']> = Extract<ProposalCommand, { type: Type }>;
type RecoveryCommand = Command<
  | 'record_look'
  | 'reconcile'
  | 'complete'
  | 'record_report'
  | 'reopen'
  | 'request_review'
  | 'propose_resolution'
  | 'sign_resolution'
  | 'add_note'
>;

export function decideRecovery(command: RecoveryCommand, state: Drafted): ProposalDecision {
  switch (command.type) {
    case 'add_note': {
      const { by, text, at } = command;
      return accepted({ type: 'NoteAdded', data: { by, text, at } });
    }
    case 'record_look':
      return state.looks >= command.fact.look
        ? alreadyDone
        : accepted({ type: 'TargetLooked', data: command.fact });
    case 'reconcile':
      return reconcile(command, state);
    case 'complete':
      return complete(command, state);
    case 'record_report':
      return state.reports?.some(({ reportId }) => reportId === command.fact.reportId) === true
        ? alreadyDone
        : accepted({ type: 'TargetReported', data: command.fact });
    case 'reopen':
      return reopen(command, state);
    case 'request_review':
      return requestReview(command, state);
    case 'propose_resolution':
      return proposeResolution(command, state);
    case 'sign_resolution':
      return signResolution(command, state);
    default:
      return never(command);
  }
}

/** Only what is unknown can be settled, and absence is believed only with the reason it may be. */
function reconcile({ fact }: Command<'reconcile'>, state: Drafted): ProposalDecision {
  if (state.status === 'succeeded' || state.status === 'completed') return alreadyDone;
  // Of what is asked for anew a worker came late with a success: that it had no effect answers him, and permits nothing.
  const isAnswer = isAskedAnew(state) && callsInDoubt(state) > 0 && fact.finding === 'did_not_happen';
  if (state.status !== 'outcome_unknown' && state.status !== 'in_review' && !isAnswer) {
    return refused('not_waiting', 'The outcome of this proposal is not in question.');
  }
  if (fact.finding === 'happened' && fact.evidence.found.length !== 1) {
    return refused(
      'evidence_missing',
      `Exactly one effect proves it happened; ${fact.evidence.found.length} were found.`,
    );
  }
  if (fact.finding === 'happened' && fact.evidence.found[0]?.settled === 'failed') {
    return refused('evidence_missing', 'The one effect that was found failed at the target.');
  }
  if (fact.finding === 'did_not_happen' && state.seen !== undefined) {
    return refused(
      'effect_known',
      'An effect was read or recorded before: which of two answers is true, people say.',
    );
  }
  if (fact.finding === 'did_not_happen' && !provesAbsenceOf(state, fact.evidence)) {
    return refused('evidence_missing', 'A failed, partial or early look does not prove absence.');
  }
  return accepted({ type: 'OutcomeReconciled', data: fact });
}

/** Success is a claim until exactly one effect, of the amount that was approved, has been read back. */
function complete({ fact }: Command<'complete'>, state: Drafted): ProposalDecision {
  if (state.status === 'completed') return alreadyDone;
  if (state.status !== 'succeeded') return refused('not_waiting', 'There is no success to verify.');
  const { money } = state.draft.action;
  const [found, ...others] = fact.evidence.found;
  if (found === undefined || others.length > 0) {
    return refused(
      'evidence_missing',
      `Exactly one effect must be read back; ${fact.evidence.found.length} were found.`,
    );
  }
  if (!isOfAmount(found, money)) {
    return refused('evidence_missing', 'The effect that was read back has another amount.');
  }
  if (found.settled === 'failed') {
    return refused('evidence_missing', 'The effect that was read back failed at the target.');
  }
  return accepted({ type: 'ProposalCompleted', data: fact });
}

/**
 * A completion is taken back by what was read at the target, never by what somebody reported of it; so is an end that
 * rested on there being no effect.
 */
function reopen({ fact }: Command<'reopen'>, state: Drafted): ProposalDecision {
  if (state.status === 'reopened' || (state.status === 'in_review' && state.after !== 'doubt'))
    return alreadyDone;
  const isMeant = fact.because === 'effect_found' ? mayComeBack(state) : state.status === 'completed';
  if (!isMeant) return refused('not_waiting', 'There is no end to take back.');
  return shows(fact, state)
    ? accepted({ type: 'ProposalReopened', data: fact })
    : refused('evidence_missing', 'What was read does not show that the completion no longer holds.');
}

function shows({ because, evidence }: ProposalEventData<'ProposalReopened'>, state: Drafted): boolean {
  const { money } = state.draft.action;
  switch (because) {
    case 'effect_failed':
      return isUndone(evidence, money);
    case 'effect_missing':
      return evidence !== undefined && provesAbsence(evidence);
    case 'effect_differs':
      return evidence !== undefined && (evidence.found.length > 1 || differs(evidence.found[0], money));
    case 'target_disputed':
      return evidence?.disputed === true;
    case 'effect_found':
      return evidence?.found.some(({ settled }) => settled !== 'failed') === true;
    case 'never_settled':
      return evidence === undefined || evidence.found[0]?.settled === 'pending';
    default:
      return never(because);
  }
}

function requestReview({ fact }: Command<'request_review'>, state: Drafted): ProposalDecision {
  if (fact.reason === 'effect_failed' && !isUndone(fact.evidence, state.draft.action.money)) {
    return refused('evidence_missing', 'Nothing that was read shows that the effect failed.');
  }
  // An effect was seen, or said to be there: sending it again could be a second one, whoever asks for it.
  const wasDone = state.status === 'reopened' || state.status === 'succeeded';
  const wasSeen = wasDone || state.seen !== undefined || fact.reason === 'effect_failed';
  if (wasSeen && fact.allowedSteps.includes('send_again')) {
    return refused('step_not_allowed', 'What was carried out is not sent again; propose anew instead.');
  }
  switch (state.status) {
    case 'in_review':
      return fact.reason === 'effect_failed' && mayBeUndone(state.after)
        ? accepted({ type: 'ReviewRequested', data: fact })
        : alreadyDone;
    case 'failed':
      // What it held was given back when it failed, so that another proposal may hold it by now.
      return fact.allowedSteps.includes('send_again')
        ? refused('step_not_allowed', 'What the target refused is not sent again; propose anew instead.')
        : accepted({ type: 'ReviewRequested', data: fact });
    case 'outcome_unknown':
    case 'retries_exhausted':
    case 'succeeded':
    case 'reopened':
      return accepted({ type: 'ReviewRequested', data: fact });
    default:
      return refused('not_waiting', 'There is nothing here for an operator to find out.');
  }
}

function proposeResolution(command: Command<'propose_resolution'>, state: Drafted): ProposalDecision {
  if (state.status !== 'in_review')
    return refused('not_waiting', 'This proposal is not in the recovery queue.');
  if (!state.review.allowedSteps.includes(command.step) || command.step === 'look_again') {
    return refused('step_not_allowed', `Allowed here: ${state.review.allowedSteps.join(', ')}.`);
  }
  const against = command.step === 'send_again' ? againstSendingAgain(state) : undefined;
  if (against !== undefined) return against;
  if (command.evidence.trim() === '' || command.reason.trim() === '') {
    return refused('evidence_missing', 'A resolution needs evidence (a reference or a link) and a reason.');
  }
  const { step, by, evidence, reason, at } = command;
  return accepted({ type: 'ResolutionProposed', data: { step, by, evidence, reason, at } });
}

/** What an operator recorded counts when a second person signs it. */
function signResolution(command: Command<'sign_resolution'>, state: Drafted): ProposalDecision {
  if (state.status !== 'in_review' || state.resolution.status !== 'proposed') {
    return refused('not_waiting', 'No resolution waits for a second person.');
  }
  const { proposed } = state.resolution;
  if (proposed.by.subject === command.by.subject) {
    return refused('second_person_needed', 'You proposed this resolution, so somebody else must sign it.');
  }
  const { step, evidence, reason } = proposed;
  const against = step === 'send_again' ? againstSendingAgain(state) : undefined;
  if (against !== undefined) return against;
  return accepted({
    type: 'OperatorResolved',
    data: { step, proposedBy: proposed.by.subject, by: command.by, evidence, reason, at: command.at },
  });
}
