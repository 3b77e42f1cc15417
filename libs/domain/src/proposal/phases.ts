import type { ProposalEventType } from './events.js';
import { type ProposalStatus, waitingToBeSent } from './state.js';

type Phases = readonly ProposalStatus[] | 'any';

const beforeTheCall: Phases = waitingToBeSent;
const askedAnew: readonly ProposalStatus[] = ['being_checked', 'awaiting_approval'];
const nothingSent: Phases = [...askedAnew, ...waitingToBeSent, 'retries_exhausted'];

/**
 * In which phases an event means anything. Anywhere else it is late, doubled or out of place and is folded
 * to nothing: no order of hearing can reopen what has ended, nor make a permission out of a stray event.
 * Two ways lead out of a final state: an operator's look into a call that the target refused, and a late fact, read
 * back, about an effect that had been completed or had been taken for one that never was. Neither leads to another call.
 * What was sent, withdrawn and is judged or asked for anew has not ended, and an effect of it is as late a fact.
 */
const phasesOf: Readonly<Record<ProposalEventType, Phases>> = {
  ProposalDrafted: ['absent'],
  ProposalSuperseded: nothingSent,
  ReplacementAsked: 'any',
  PolicyDecided: ['being_checked'],
  ProposalMarkedDuplicate: ['being_checked'],
  ReservationReleased: 'any',
  ApprovalRequested: ['awaiting_approval'],
  ApprovalReminded: 'any',
  ApprovalEscalated: ['awaiting_approval'],
  ApprovalGranted: ['awaiting_approval'],
  ApprovalRejected: ['awaiting_approval'],
  ApprovalExpired: ['awaiting_approval'],
  DecisionRefused: 'any',
  ProposalInvalidated: beforeTheCall,
  ApprovalVoided: beforeTheCall,
  ExecutionStarted: beforeTheCall,
  ExecutionSucceeded: ['executing'],
  ExecutionFailed: ['executing'],
  ExecutionRetryScheduled: ['executing', ...beforeTheCall],
  ExecutionRetriesExhausted: ['executing', ...beforeTheCall],
  ExecutionHeld: ['executing', ...beforeTheCall],
  ExecutionResumed: ['held'],
  OutcomeUnknown: ['executing', ...beforeTheCall],
  ResultCameLate: 'any',
  TargetLooked: 'any',
  OutcomeReconciled: ['outcome_unknown', 'in_review', ...askedAnew],
  ProposalCompleted: ['succeeded'],
  TargetReported: 'any',
  ProposalReopened: [
    ...(['completed', 'failed', 'closed', 'invalidated'] as const),
    ...(['superseded', 'rejected', 'expired', 'denied', 'duplicate'] as const),
    ...askedAnew,
  ],
  ReviewRequested: ['outcome_unknown', 'retries_exhausted', 'succeeded', 'failed', 'reopened', 'in_review'],
  ResolutionProposed: ['in_review'],
  OperatorResolved: ['in_review'],
  NoteAdded: 'any',
};

/** False also for a type that a newer release wrote and this one does not know. */
export function fits(type: ProposalEventType, status: ProposalStatus): boolean {
  const phases: Phases | undefined = Object.hasOwn(phasesOf, type) ? phasesOf[type] : undefined;
  return phases === 'any' || phases?.includes(status) === true;
}
