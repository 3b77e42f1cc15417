import { never } from '../decision.js';
import type { ProposalEvent, ProposalEventData } from './events.js';
import { counted, withoutPhase } from './evolve-counts.js';
import {
  afterLook,
  afterOperator,
  type PermittedState,
  reopened,
  reviewed,
  toBeReplaced,
} from './evolve-recovery.js';
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
      ? {
          draft: event.data,
          attempts: 0,
          retries: 0,
          looks: 0,
          refusals: 0,
          status: 'being_checked',
        }
      : state;
  }
  if (!fits(event.type, state.status)) return state;
  const after = counted(state, event);
  return { ...withoutPhase(after), ...phaseAfter(after, event) } as Drafted;
}

function phaseAfter(state: Drafted, event: ProposalEvent): Phase {
  switch (event.type) {
    case 'ProposalDrafted':
    case 'DecisionRefused':
    case 'ApprovalReminded':
    case 'ReservationReleased':
    case 'TargetLooked':
    case 'TargetReported':
    case 'NoteAdded':
    case 'ResultCameLate':
      return state;
    case 'ReplacementAsked':
      return toBeReplaced(state, event.data);
    case 'ProposalReopened':
      return reopened(state, event.data);
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
    case 'ExecutionHeld':
    case 'ExecutionResumed':
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
  // A verdict that asks and names nobody has no slot to fill: a stray signature makes no permission of it.
  return slots.length > 0 && slots.every((slot) => slot.status === 'filled')
    ? { status: 'approved', policy: state.policy, slots }
    : { ...state, slots };
}

function escalated(state: Awaiting, to: ProposalEventData<'ApprovalEscalated'>): Phase {
  const slots = state.slots.map((slot): Slot => {
    const moves = slot.status === 'open' && slot.requirement.slot === to.slot;
    if (!moves) return slot;
    const requirement: Requirement = { slot: to.slot, basis: 'approval', role: to.toRole };
    return { status: 'open', requirement, passedOn: passedOn(slot, to) };
  });
  const asked = state.asked.status === 'asked' ? { ...state.asked, expiresAt: to.expiresAt } : state.asked;
  return { ...state, slots, asked };
}

function passedOn(slot: Extract<Slot, { status: 'open' }>, event: ProposalEventData<'ApprovalEscalated'>) {
  const { requirement, passedOn: before } = slot;
  const asked = [
    ...(before?.formerRoles ?? []),
    ...(requirement.basis === 'approval' ? [requirement.role] : []),
  ];
  const { at, to, from, toRole } = event;
  return {
    at,
    ...(to === undefined ? {} : { to }),
    ...(from === undefined ? {} : { from }),
    formerRoles: [...new Set(asked)].filter((role) => role !== toRole),
  };
}

function filledBy(slot: Slot, grant: Grant): Slot {
  const fills = slot.status === 'open' && slot.requirement.slot === grant.slot;
  return fills ? { status: 'filled', requirement: slot.requirement, grant } : slot;
}

type LaterEvent = Exclude<
  ProposalEvent,
  {
    type:
      | `Approval${string}`
      | 'ProposalDrafted'
      | 'ProposalSuperseded'
      | 'ReplacementAsked'
      | 'ProposalReopened'
      | 'ProposalMarkedDuplicate'
      | 'ReservationReleased'
      | 'PolicyDecided'
      | 'DecisionRefused'
      | 'TargetLooked'
      | 'TargetReported'
      | 'NoteAdded'
      | 'ResultCameLate';
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
    case 'ExecutionHeld':
      return { status: 'held', held: event.data, ...permitted };
    case 'ExecutionResumed':
      return { status: 'approved', ...permitted };
    case 'OutcomeUnknown':
      return { status: 'outcome_unknown', unknown: event.data, ...permitted };
    case 'OutcomeReconciled':
      return afterLook(state, event.data, permitted);
    case 'ProposalCompleted':
      return { status: 'completed', completed: event.data, ...permitted };
    case 'ReviewRequested':
      return reviewed(state, event.data, permitted);
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
