import type { RecordedEvent, RecordedProposalEvent } from '@countersign/contracts';
import {
  evolveProposal,
  noProposal,
  type Proposal,
  type ProposalEventType,
  type ProposalStatus,
} from '@countersign/domain';
import { statusTold } from '../words/proposal-words.js';

/** The events of a proposal that its case hears. */
export const moves: ProposalEventType[] = [
  'PolicyDecided',
  'ProposalMarkedDuplicate',
  'ProposalSuperseded',
  'ReplacementAsked',
  'ApprovalRequested',
  'ApprovalGranted',
  'ApprovalRejected',
  'ApprovalExpired',
  'ApprovalVoided',
  'ProposalInvalidated',
  'ExecutionSucceeded',
  'ExecutionFailed',
  'ExecutionRetryScheduled',
  'ExecutionHeld',
  'ExecutionRetriesExhausted',
  'OutcomeUnknown',
  'OutcomeReconciled',
  'ReviewRequested',
  'OperatorResolved',
  'ProposalCompleted',
];

export interface AroundMove {
  readonly before: Proposal;
  readonly after: Proposal;
  /** The standing that the case observed at the move before this one; none at the first. */
  readonly observed: ProposalStatus | 'none';
}

/**
 * A proposal right before and right after one of its events, whatever came later. All of it is read from the
 * proposal's own stream, so that an event which is heard again, however late, is answered as it was the first time.
 */
export function aroundMove(events: readonly RecordedEvent[], version: number): AroundMove {
  let before: Proposal = noProposal;
  let observed: AroundMove['observed'] = 'none';
  for (const event of events) {
    if (event.version > version) break;
    const after = evolveProposal(before, event as unknown as RecordedProposalEvent);
    if (event.version === version) return { before, after, observed };
    if (after.status !== 'absent' && moves.some((type) => type === event.type)) {
      observed = statusTold(after, before);
    }
    before = after;
  }
  return { before, after: before, observed };
}
