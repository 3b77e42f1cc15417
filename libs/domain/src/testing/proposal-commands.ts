import type { ProposalCommand } from '../proposal/commands.js';
import type { Grant } from '../proposal/requirements.js';
import { at, maya, sam } from './people.js';
import { digest, otherId, plainData, receipt } from './proposal-facts.js';

type Plain = { readonly [Type in ProposalCommand['type']]: Extract<ProposalCommand, { type: Type }> };

/** One plain command of every type. A new command does not compile until it is here. */
const plain: Plain = {
  draft: { type: 'draft', fact: plainData.ProposalDrafted },
  supersede: { type: 'supersede', by: otherId, change: 'amount', at: at(20) },
  ask_replacement: { type: 'ask_replacement', fact: plainData.ReplacementAsked },
  decide_policy: { type: 'decide_policy', fact: plainData.PolicyDecided },
  release_reservation: { type: 'release_reservation', at: at(60) },
  mark_duplicate: { type: 'mark_duplicate', of: otherId, at: at(10) },
  request_approval: { type: 'request_approval', at: at(11) },
  remind: { type: 'remind', at: at(611) },
  escalate: {
    type: 'escalate',
    slot: 'manager',
    toRole: 'head_of_support',
    at: at(3000),
    expiresAt: at(7200),
  },
  grant: { type: 'grant', grant: plainData.ApprovalGranted },
  reject: {
    type: 'reject',
    slot: 'manager',
    digest,
    by: maya,
    reason: 'Opened',
    noteToCustomer: 'The seal is broken.',
    at: at(60),
  },
  expire: { type: 'expire', at: at(3611) },
  record_refusal: { type: 'record_refusal', fact: plainData.DecisionRefused },
  invalidate: { type: 'invalidate', fact: plainData.ProposalInvalidated },
  void_approval: { type: 'void_approval', fact: plainData.ApprovalVoided },
  start_execution: { type: 'start_execution', digest, worker: 'w1', at: at(90), settlesAt: at(130) },
  record_success: { type: 'record_success', attempt: 1, receipt, at: at(71) },
  record_failure: { type: 'record_failure', fact: plainData.ExecutionFailed },
  schedule_retry: { type: 'schedule_retry', fact: plainData.ExecutionRetryScheduled },
  exhaust_retries: { type: 'exhaust_retries', fact: plainData.ExecutionRetriesExhausted },
  hold_execution: { type: 'hold_execution', fact: plainData.ExecutionHeld },
  resume_execution: { type: 'resume_execution', fact: plainData.ExecutionResumed },
  keep_late_result: { type: 'keep_late_result', fact: plainData.ResultCameLate },
  put_in_question: { type: 'put_in_question', code: 'success_reported', at: at(140) },
  record_unknown: { type: 'record_unknown', fact: plainData.OutcomeUnknown },
  record_look: { type: 'record_look', fact: plainData.TargetLooked },
  reconcile: { type: 'reconcile', fact: plainData.OutcomeReconciled },
  complete: { type: 'complete', fact: plainData.ProposalCompleted },
  record_report: { type: 'record_report', fact: plainData.TargetReported },
  reopen: { type: 'reopen', fact: plainData.ProposalReopened },
  request_review: { type: 'request_review', fact: plainData.ReviewRequested },
  propose_resolution: {
    type: 'propose_resolution',
    step: 'record_happened',
    by: sam,
    evidence: 're_3Qk9d0',
    reason: 'Seen in the dashboard.',
    at: at(1000),
  },
  sign_resolution: { type: 'sign_resolution', by: maya, at: at(1100) },
  add_note: { type: 'add_note', by: sam, text: 'Asked the provider.', at: at(1000) },
};

/** The plain command of a type, with what this test wants to be different. */
export function command<Type extends ProposalCommand['type']>(
  type: Type,
  over: Partial<Plain[Type]> = {},
): Plain[Type] {
  return { ...plain[type], ...over };
}

export const grant = (over: Partial<Grant> = {}): ProposalCommand => ({
  type: 'grant',
  grant: { ...plainData.ApprovalGranted, ...over },
});

export const commandTypes = Object.keys(plain) as readonly ProposalCommand['type'][];
