import type { Decision } from '../decision.js';
import type { Instant, ProposalId, SubjectId } from '../identifiers.js';
import type { ProposalEvent, ProposalEventData, ProposalEventType, Receipt, RecoveryStep } from './events.js';
import type { Grant, Person } from './requirements.js';

type Command<Type extends string, Data> = { readonly type: Type } & Readonly<Data>;
/** A command that carries the whole fact it asks for. */
type Of<Type extends string, Event extends ProposalEventType> = Command<
  Type,
  { fact: ProposalEventData<Event> }
>;

/** What anybody may ask of a proposal. Time, ids and looked-up facts arrive in the command. */
export type ProposalCommand =
  | Of<'draft', 'ProposalDrafted'>
  | Command<'supersede', { by: ProposalId; change: string; at: Instant }>
  | Of<'ask_replacement', 'ReplacementAsked'>
  | Of<'decide_policy', 'PolicyDecided'>
  | Command<'mark_duplicate', { of: ProposalId; at: Instant }>
  | Command<'release_reservation', { undoneBy?: ProposalId; at: Instant }>
  | Command<'request_approval', { at: Instant }>
  | Command<'remind', { at: Instant }>
  | Command<'escalate', ProposalEventData<'ApprovalEscalated'>>
  | Command<'grant', { grant: Grant }>
  | Command<
      'reject',
      { slot: string; digest: string; by: Person; reason: string; noteToCustomer: string; at: Instant }
    >
  | Command<'expire', { at: Instant }>
  | Of<'record_refusal', 'DecisionRefused'>
  | Of<'invalidate', 'ProposalInvalidated'>
  | Of<'void_approval', 'ApprovalVoided'>
  | Command<'start_execution', { digest: string; worker: string; at: Instant; settlesAt: Instant }>
  | Command<'record_success', { attempt: number; receipt: Receipt; at: Instant }>
  | Of<'record_failure', 'ExecutionFailed'>
  | Of<'schedule_retry', 'ExecutionRetryScheduled'>
  | Of<'exhaust_retries', 'ExecutionRetriesExhausted'>
  | Of<'hold_execution', 'ExecutionHeld'>
  | Of<'resume_execution', 'ExecutionResumed'>
  | Of<'record_unknown', 'OutcomeUnknown'>
  | Of<'keep_late_result', 'ResultCameLate'>
  | Command<'put_in_question', { code: string; at: Instant }>
  | Of<'record_look', 'TargetLooked'>
  | Of<'reconcile', 'OutcomeReconciled'>
  | Of<'complete', 'ProposalCompleted'>
  | Of<'record_report', 'TargetReported'>
  | Of<'reopen', 'ProposalReopened'>
  | Of<'request_review', 'ReviewRequested'>
  | Command<
      'propose_resolution',
      { step: RecoveryStep; by: Person; evidence: string; reason: string; at: Instant }
    >
  | Command<'sign_resolution', { by: Person; at: Instant }>
  | Command<'add_note', { by: Person; text: string; at: Instant }>;

export type ProposalRefusal =
  | 'not_found'
  | 'already_exists'
  | 'digest_differs'
  | 'superseded'
  | 'already_decided'
  | 'ended'
  | 'not_waiting'
  | 'not_asked_yet'
  | 'expired'
  | 'not_expired_yet'
  | 'not_routed_to_you'
  | 'slot_filled'
  | 'second_person_needed'
  | 'four_eyes'
  | 'no_permission'
  | 'permission_expired'
  | 'in_progress'
  | 'effect_possible'
  | 'effect_known'
  | 'replacement_asked'
  | 'outcome_unknown'
  | 'already_executed'
  | 'attempt_differs'
  | 'too_early'
  | 'step_not_allowed'
  | 'evidence_missing';

/**
 * Who may not approve: whoever the action is for, authors of it, and whoever started the matter on the
 * staff's side. Judged on the person, so a second role or an administrator's right changes nothing.
 */
export function isInvolved(subject: SubjectId, draft: ProposalEventData<'ProposalDrafted'>): boolean {
  return draft.customer === subject || draft.author.subject === subject || draft.startedBy.includes(subject);
}

/** What `decideProposal` answers. */
export type ProposalDecision = Decision<ProposalEvent, ProposalRefusal>;
