import { accepted, alreadyDone, never, refused } from '../decision.js';
import type { ProposalCommand, ProposalDecision } from './commands.js';
import type { Drafted } from './state.js';

type Command<Type extends ProposalCommand['type']> = Extract<ProposalCommand, { type: Type }>;
type RecoveryCommand = Command<
  | 'record_look'
  | 'reconcile'
  | 'complete'
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

/** Only what is unknown can be settled, and absence is believed only of a complete listing. */
function reconcile({ fact }: Command<'reconcile'>, state: Drafted): ProposalDecision {
  if (state.status === 'succeeded' || state.status === 'completed') return alreadyDone;
  if (state.status !== 'outcome_unknown' && state.status !== 'in_review') {
    return refused('not_waiting', 'The outcome of this proposal is not in question.');
  }
  if (fact.finding === 'happened' && fact.evidence.found.length !== 1) {
    return refused(
      'evidence_missing',
      `Exactly one effect proves it happened; ${fact.evidence.found.length} were found.`,
    );
  }
  if (fact.finding === 'did_not_happen' && (!fact.evidence.complete || fact.evidence.found.length > 0)) {
    return refused('evidence_missing', 'A failed or partial look does not prove absence.');
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
  if (money !== undefined && (found.amountMinor !== money.amountMinor || found.currency !== money.currency)) {
    return refused('evidence_missing', 'The effect that was read back has another amount.');
  }
  return accepted({ type: 'ProposalCompleted', data: fact });
}

function requestReview({ fact }: Command<'request_review'>, state: Drafted): ProposalDecision {
  switch (state.status) {
    case 'in_review':
      return alreadyDone;
    case 'failed':
      // What it held was given back when it failed, so that another proposal may hold it by now.
      return fact.allowedSteps.includes('send_again')
        ? refused('step_not_allowed', 'What the target refused is not sent again; propose anew instead.')
        : accepted({ type: 'ReviewRequested', data: fact });
    case 'outcome_unknown':
    case 'retries_exhausted':
    case 'succeeded':
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
  return accepted({
    type: 'OperatorResolved',
    data: { step, proposedBy: proposed.by.subject, by: command.by, evidence, reason, at: command.at },
  });
}
