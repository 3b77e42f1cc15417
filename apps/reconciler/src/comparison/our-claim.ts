import { capabilities } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  callsInDoubt,
  type Drafted,
  evolveProposal,
  type Instant,
  isDisputed,
  type JsonObject,
  noProposal,
  type OurRecord,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';
import type { Projection } from '@countersign/event-store';
import { historyOf } from '../look/history.js';

/** What our record claims of an operation that was sent, as it is compared with the target's ledger. */
export interface Claim extends OurRecord {
  /** Whose ledger its effect is in. */
  readonly system: string;
  readonly standing: ClaimStanding;
}

/**
 * `done` was read back and completed; `in_flight` is being sent, verified or found out; `under_review` waits for a
 * person in the recovery queue; `none` ended, by our record, without an effect.
 */
export type ClaimStanding = 'done' | 'in_flight' | 'under_review' | 'none';

/** The claim of a proposal in any phase; of one that was never sent it is `none`. */
export function claimOf(state: Drafted, sentAt: Instant | 'never'): Claim {
  const { proposalId, action } = state.draft;
  const { target, money } = action;
  return {
    proposalId,
    system: capabilities.targetOf(action),
    status: state.status,
    standing: standingOf(state),
    target: { type: target.type, id: target.id },
    ...(money === undefined ? {} : { amountMinor: money.amountMinor, currency: money.currency }),
    reference: state.status === 'completed' ? state.completed.receipt.reference : 'none',
    sentAt,
  };
}

function standingOf(state: Drafted): ClaimStanding {
  switch (state.status) {
    case 'completed':
      return 'done';
    case 'in_review':
    case 'reopened':
      return 'under_review';
    case 'failed':
      return isDisputed(state) ? 'under_review' : 'none';
    case 'denied':
    case 'duplicate':
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'invalidated':
      return 'none';
    case 'closed':
      // Put aside by people without anybody saying what happened: what differs is theirs to settle, not a new finding.
      return state.closed.step === 'close' ? 'under_review' : 'none';
    case 'being_checked':
    case 'awaiting_approval':
      // Withdrawn after it was sent, and asked for anew: by our record nothing of it stands.
      return callsInDoubt(state) === 0 ? 'none' : 'in_flight';
    default:
      return state.attempts === 0 ? 'none' : 'in_flight';
  }
}

export const claimsModel = 'effect-claims';

/** Every proposal that was ever sent, by when it was sent last. Differences are judged again on the streams. */
export const claimsProjection: Projection = {
  name: claimsModel,
  revision: 3,
  categories: ['proposal'],
  project(events) {
    const { lastSentAt } = historyOf(events);
    if (lastSentAt === 'never') return null;
    const state = folded(events);
    return state.status === 'absent' ? null : ({ ...claimOf(state, lastSentAt) } as unknown as JsonObject);
  },
  // One width and precision, so that code point order is the order of time.
  sortKey: ({ sentAt }) => new Date(String(sentAt)).toISOString(),
};

const folded = (events: readonly RecordedEvent[]): Proposal =>
  (events as unknown as readonly ProposalEvent[]).reduce<Proposal>(evolveProposal, noProposal);
