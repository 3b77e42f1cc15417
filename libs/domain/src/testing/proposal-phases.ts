import type { ProposalEvent } from '../proposal/events.js';
import type { Requirement } from '../proposal/requirements.js';
import type { ProposalStatus } from '../proposal/state.js';
import { maya, priya } from './people.js';
import { consent, fact, manager, secondManager } from './proposal-facts.js';

const asksFor = (...requirements: readonly Requirement[]): readonly ProposalEvent[] => [
  fact('ProposalDrafted'),
  fact('PolicyDecided', { requirements }),
  fact('ApprovalRequested', { requirements }),
];

/** The customer's own consent is waited for. */
export const consentAsked = asksFor(consent);
/** One manager's approval is waited for. */
export const approvalAsked = asksFor(manager);
/** Two managers, two different people. */
export const twoApprovalsAsked = asksFor(manager, secondManager);

export const byMaya = {
  slot: 'manager',
  basis: 'approval',
  approver: maya,
} as const;
export const byPriya = { slot: 'second_manager', basis: 'approval', approver: priya } as const;

const approved = [...consentAsked, fact('ApprovalGranted')];
const executing = [...approved, fact('ExecutionStarted')];
const succeeded = [...executing, fact('ExecutionSucceeded')];
const completed = [...succeeded, fact('ProposalCompleted')];
const unknown = [...executing, fact('OutcomeUnknown')];
const inReview = [...unknown, fact('ReviewRequested')];

/** A stream that ends in each status. A new status does not compile until it is reached here. */
export const streamTo: Readonly<Record<ProposalStatus, readonly ProposalEvent[]>> = {
  absent: [],
  being_checked: [fact('ProposalDrafted')],
  awaiting_approval: consentAsked,
  approved,
  executing,
  retry_scheduled: [...executing, fact('ExecutionRetryScheduled')],
  held: [...executing, fact('ExecutionHeld')],
  retries_exhausted: [...executing, fact('ExecutionRetriesExhausted')],
  succeeded,
  outcome_unknown: unknown,
  in_review: inReview,
  completed,
  reopened: [...completed, fact('ProposalReopened')],
  denied: [fact('ProposalDrafted'), fact('PolicyDecided', { verdict: 'deny', requirements: [] })],
  duplicate: [fact('ProposalDrafted'), fact('ProposalMarkedDuplicate')],
  rejected: [...approvalAsked, fact('ApprovalRejected')],
  expired: [...consentAsked, fact('ApprovalExpired')],
  superseded: [...consentAsked, fact('ProposalSuperseded')],
  invalidated: [...approved, fact('ProposalInvalidated')],
  failed: [...executing, fact('ExecutionFailed')],
  closed: [...inReview, fact('OperatorResolved', { step: 'record_did_not_happen' })],
};

export const statuses = Object.keys(streamTo) as readonly ProposalStatus[];
export const finalStatuses: readonly ProposalStatus[] = [
  'completed',
  'denied',
  'duplicate',
  'rejected',
  'expired',
  'superseded',
  'invalidated',
  'failed',
  'closed',
];
