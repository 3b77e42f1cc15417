import type { ProposalEvent } from '../proposal/events.js';
import { parametersDiffer } from '../proposal/state.js';
import { fact, manager, nothingFound } from './proposal-facts.js';
import { byMaya, streamTo } from './proposal-phases.js';

const absent = fact('OutcomeReconciled', { finding: 'did_not_happen', evidence: nothingFound });
/** A call was made, and a whole listing without its effect was believed. */
const provenAbsent = [...streamTo.outcome_unknown, absent];
const withdrawn = [...provenAbsent, fact('ApprovalVoided')];
const askedAnew = [
  ...withdrawn,
  fact('PolicyDecided', { requirements: [manager] }),
  fact('ApprovalRequested', { requirements: [manager] }),
];
const inReview = streamTo.in_review;

/** Every way in which a proposal rests after a call of it was made, by name. */
export const endedAfterSending = {
  completed: streamTo.completed,
  'refused by the target': streamTo.failed,
  'refused as used with other parameters': [
    ...streamTo.executing,
    fact('ExecutionFailed', { code: parametersDiffer }),
  ],
  'recorded as not happened by two people': streamTo.closed,
  'closed unconfirmed by two people': [...inReview, fact('OperatorResolved', { step: 'close' })],
  'invalidated after a proven absence': [...provenAbsent, fact('ProposalInvalidated')],
  'replaced after a proven absence': [...provenAbsent, fact('ProposalSuperseded')],
  'withdrawn, then rejected': [...askedAnew, fact('ApprovalRejected')],
  'withdrawn, then expired': [...askedAnew, fact('ApprovalExpired')],
  'withdrawn, then replaced': [...askedAnew, fact('ProposalSuperseded')],
  'withdrawn, then denied': [...withdrawn, fact('PolicyDecided', { verdict: 'deny', requirements: [] })],
  'withdrawn, then told as a repeat': [...withdrawn, fact('ProposalMarkedDuplicate')],
  'withdrawn, and judged anew': withdrawn,
  'withdrawn, and asked for anew': askedAnew,
} satisfies Record<string, readonly ProposalEvent[]>;
export type EndedAfterSending = keyof typeof endedAfterSending;

/** The same ends of proposals of which nothing was ever sent. */
export const endedUnsent = {
  rejected: streamTo.rejected,
  expired: streamTo.expired,
  denied: streamTo.denied,
  duplicate: streamTo.duplicate,
  superseded: streamTo.superseded,
  being_checked: streamTo.being_checked,
  awaiting_approval: streamTo.awaiting_approval,
} satisfies Record<string, readonly ProposalEvent[]>;

/** Withdrawn after it was sent, permitted anew by Maya, and about to be sent once more. */
export const permittedAnew = [...askedAnew, fact('ApprovalGranted', byMaya)];
