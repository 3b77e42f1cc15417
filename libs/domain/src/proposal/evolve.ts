import { never } from '../decision.js';
import type { ProposalEvent, ProposalEventData, Receipt } from './events.js';
import { fits } from './phases.js';
import type { Grant, Requirement, Slot } from './requirements.js';
import type { Absent, Drafted, Permitted, Phase, Proposal } from './state.js';

export const noProposal: Absent = { status: 'absent' };

/**
 * One event further. Never throws: an event that does not fit the phase, or that this release does not know,
 * leaves it as it is, so that any stream, even a damaged one, can be folded and looked at. `decide` is where
 * order is enforced.
 */
export function evolveProposal(state: Proposal, event: ProposalEvent): Proposal {
  if (state.status === 'absent') {
    return event.type === 'ProposalDrafted'
      ? { draft: event.data, attempts: 0, retries: 0, looks: 0, refusals: 0, status: 'being_checked' }
      : state;
  }
  if (!fits(event.type, state.status)) return state;
  const counted = count(state, event);
  return { ...withoutPhase(counted), ...phaseAfter(counted, event) } as Drafted;
}

function count(state: Drafted, event: ProposalEvent): Drafted {
  if (event.type === 'ExecutionStarted')
    return { ...state, attempts: Math.max(state.attempts, event.data.attempt) };
  if (event.type === 'ExecutionRetryScheduled') return { ...state, retries: state.retries + 1 };
  if (event.type === 'TargetLooked') return { ...state, looks: Math.max(state.looks, event.data.look) };
  if (event.type === 'DecisionRefused') return { ...state, refusals: state.refusals + 1 };
  return state;
}

function withoutPhase(
  state: Drafted,
): Pick<Drafted, 'draft' | 'attempts' | 'retries' | 'looks' | 'refusals'> {
  return {
    draft: state.draft,
    attempts: state.attempts,
    retries: state.retries,
    looks: state.looks,
    refusals: state.refusals,
  };
}

function phaseAfter(state: Drafted, event: ProposalEvent): Phase {
  switch (event.type) {
    case 'ProposalDrafted':
    case 'DecisionRefused':
    case 'ApprovalReminded':
    case 'ReservationReleased':
    case 'TargetLooked':
    case 'NoteAdded':
      return state;
    case 'PolicyDecided':
      return afterPolicy(event.data);
    case 'ProposalSuperseded':
      return { status: 'superseded', superseded: event.data };
    case 'ProposalMarkedDuplicate':
      return { status: 'duplicate', of: event.data.of };
    case 'ApprovalRejected':
      return { status: 'rejected', rejected: event.data };
    case 'ApprovalExpired':
      return { status: 'expired', expired: event.data };
    case 'ApprovalVoided':
      return { status: 'being_checked' };
    case 'ApprovalRequested':
    case 'ApprovalEscalated':
    case 'ApprovalGranted':
      return state.status === 'awaiting_approval' ? afterApproval(state, event) : state;
    case 'ProposalInvalidated':
    case 'ExecutionStarted':
    case 'ExecutionSucceeded':
    case 'ExecutionFailed':
    case 'ExecutionRetryScheduled':
    case 'ExecutionRetriesExhausted':
    case 'OutcomeUnknown':
    case 'OutcomeReconciled':
    case 'ProposalCompleted':
    case 'ReviewRequested':
    case 'ResolutionProposed':
    case 'OperatorResolved':
      return 'slots' in state ? afterPermission(state, event) : state;
    default:
      return never(event);
  }
}

/** Only the word `allow` without a requirement permits; a verdict that contradicts itself waits for ever. */
function afterPolicy(policy: ProposalEventData<'PolicyDecided'>): Phase {
  if (policy.verdict === 'deny') return { status: 'denied', policy };
  const slots: Slot[] = policy.requirements.map((requirement) => ({ status: 'open', requirement }));
  return policy.verdict === 'allow' && slots.length === 0
    ? { status: 'approved', policy, slots }
    : { status: 'awaiting_approval', policy, slots, asked: { status: 'not_asked' } };
}

type Awaiting = Extract<Drafted, { status: 'awaiting_approval' }>;
type ApprovalEvent = Extract<
  ProposalEvent,
  { type: 'ApprovalRequested' | 'ApprovalEscalated' | 'ApprovalGranted' }
>;

function afterApproval(state: Awaiting, event: ApprovalEvent): Phase {
  if (event.type === 'ApprovalRequested') {
    const { requestedAt, expiresAt } = event.data;
    return { ...state, asked: { status: 'asked', requestedAt, expiresAt } };
  }
  if (event.type === 'ApprovalEscalated') return escalated(state, event.data);
  const slots = state.slots.map((slot) => filledBy(slot, event.data));
  return slots.every((slot) => slot.status === 'filled')
    ? { status: 'approved', policy: state.policy, slots }
    : { ...state, slots };
}

function escalated(state: Awaiting, to: ProposalEventData<'ApprovalEscalated'>): Phase {
  const slots = state.slots.map((slot): Slot => {
    const moves = slot.status === 'open' && slot.requirement.slot === to.slot;
    if (!moves) return slot;
    const requirement: Requirement = { slot: to.slot, basis: 'approval', role: to.toRole };
    return { status: 'open', requirement };
  });
  const asked = state.asked.status === 'asked' ? { ...state.asked, expiresAt: to.expiresAt } : state.asked;
  return { ...state, slots, asked };
}

function filledBy(slot: Slot, grant: Grant): Slot {
  const fills = slot.status === 'open' && slot.requirement.slot === grant.slot;
  return fills ? { status: 'filled', requirement: slot.requirement, grant } : slot;
}

type PermittedState = Extract<Drafted, Permitted>;
type LaterEvent = Exclude<
  ProposalEvent,
  {
    type:
      | `Approval${string}`
      | 'ProposalDrafted'
      | 'ProposalSuperseded'
      | 'ProposalMarkedDuplicate'
      | 'ReservationReleased'
      | 'PolicyDecided'
      | 'DecisionRefused'
      | 'TargetLooked'
      | 'NoteAdded';
  }
>;

/** From the permission on, every phase keeps what it rests on: the verdict and the signatures. */
function afterPermission(state: PermittedState, event: LaterEvent): Phase {
  const permitted: Permitted = { policy: state.policy, slots: state.slots };
  switch (event.type) {
    case 'ProposalInvalidated':
      return { status: 'invalidated', invalidated: event.data, ...permitted };
    case 'ExecutionStarted':
      return { status: 'executing', started: event.data, ...permitted };
    case 'ExecutionSucceeded':
      return { status: 'succeeded', receipt: event.data.receipt, succeededAt: event.data.at, ...permitted };
    case 'ExecutionFailed':
      return { status: 'failed', failed: event.data, ...permitted };
    case 'ExecutionRetryScheduled':
      return { status: 'retry_scheduled', retry: event.data, ...permitted };
    case 'ExecutionRetriesExhausted':
      return { status: 'retries_exhausted', exhausted: event.data, ...permitted };
    case 'OutcomeUnknown':
      return { status: 'outcome_unknown', unknown: event.data, ...permitted };
    case 'OutcomeReconciled':
      return afterLook(state, event.data, permitted);
    case 'ProposalCompleted':
      return { status: 'completed', completed: event.data, ...permitted };
    case 'ReviewRequested':
      return {
        status: 'in_review',
        review: event.data,
        after: state.status === 'failed' ? 'refusal' : 'doubt',
        resolution: { status: 'none' },
        ...permitted,
      };
    case 'ResolutionProposed':
      return state.status === 'in_review'
        ? { ...state, resolution: { status: 'proposed', proposed: event.data } }
        : state;
    case 'OperatorResolved':
      return afterOperator(state, event.data, permitted);
    default:
      return never(event);
  }
}

function afterLook(
  state: Drafted,
  look: ProposalEventData<'OutcomeReconciled'>,
  permitted: Permitted,
): Phase {
  const receipt = look.evidence.found[0];
  if (look.finding === 'happened' && receipt !== undefined) {
    return { status: 'succeeded', receipt, succeededAt: look.at, ...permitted };
  }
  const mayBeSentAgain = state.status !== 'in_review' || state.after === 'doubt';
  return look.finding === 'did_not_happen' && mayBeSentAgain ? { status: 'approved', ...permitted } : state;
}

function afterOperator(
  state: Drafted,
  resolved: ProposalEventData<'OperatorResolved'>,
  permitted: Permitted,
): Phase {
  switch (resolved.step) {
    case 'record_happened':
      return {
        status: 'succeeded',
        receipt: receiptByOperator(state, resolved),
        succeededAt: resolved.at,
        ...permitted,
      };
    case 'send_again':
      return state.status === 'in_review' && state.after === 'doubt'
        ? { status: 'approved', ...permitted }
        : state;
    case 'record_did_not_happen':
    case 'close':
      return { status: 'closed', closed: resolved, ...permitted };
    case 'look_again':
      return state;
    default:
      return unknownStep(state, resolved.step);
  }
}

/** What two people recorded stands as a claim; the reconciler still reads it back. */
function receiptByOperator(state: Drafted, resolved: ProposalEventData<'OperatorResolved'>): Receipt {
  return {
    reference: resolved.evidence,
    ...state.draft.action.money,
    settled: 'settled',
    details: { recordedBy: resolved.by.subject },
  };
}

/** A step that a newer release wrote: folded to nothing, like an event of an unknown type. */
function unknownStep(state: Drafted, _step: never): Phase {
  return state;
}
