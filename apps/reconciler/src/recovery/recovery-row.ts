import { capabilities } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import {
  type Drafted,
  evolveProposal,
  formatMoney,
  type Instant,
  type JsonObject,
  noProposal,
  type Proposal,
  type ProposalEvent,
  stateWord,
} from '@countersign/domain';
import type { Projection } from '@countersign/event-store';
import { historyOf } from '../look/history.js';

/** One line of the recovery queue, as its read model keeps it. Nothing is decided from it. */
export interface RecoveryRow {
  readonly proposalId: string;
  readonly kind: string;
  readonly sentence: string;
  readonly amount: { readonly minor: string; readonly currency: string; readonly words: string } | null;
  readonly state: 'outcome_unknown' | 'retries_exhausted' | 'in_review';
  readonly stateWord: string;
  /** `unknown` may have been applied; `never_accepted` surely was not; `none`: it is known what became of it. */
  readonly doubt: 'unknown' | 'never_accepted' | 'none';
  readonly reason: string;
  readonly code: string;
  /** Rows of one incident share it; null while no person has been asked. */
  readonly incidentKey: string | null;
  /** Since when it is in this state. */
  readonly since: Instant;
  readonly firstSentAt: Instant | 'never';
  readonly lastKnownState: string;
  readonly readAt: Instant | 'never';
  readonly waitsForSecondPerson: boolean;
}

type InRecovery = Extract<Drafted, { status: RecoveryRow['state'] }>;

/** Null for whatever needs nobody: it is not in the queue, or not any more. */
export function recoveryRow(events: readonly RecordedEvent[]): RecoveryRow | null {
  const state = (events as unknown as readonly ProposalEvent[]).reduce<Proposal>(evolveProposal, noProposal);
  if (!isInRecovery(state)) return null;
  const { proposalId, action } = state.draft;
  const { money } = action;
  const history = historyOf(events);
  const review = state.status === 'in_review' ? state.review : undefined;
  return {
    proposalId,
    kind: action.kind,
    sentence: capabilities.byKind(action.kind)?.card(action).sentence ?? action.kind,
    amount:
      money === undefined
        ? null
        : { minor: String(money.amountMinor), currency: money.currency, words: formatMoney(money) },
    state: state.status,
    stateWord: stateWord(state),
    doubt: doubtOf(review?.reason ?? state.status),
    ...whyOf(state),
    incidentKey: review?.incidentKey ?? null,
    firstSentAt: history.firstSentAt,
    lastKnownState: review?.lastKnownState ?? '',
    readAt: review?.readAt ?? history.lastReadAt,
    waitsForSecondPerson: state.status === 'in_review' && state.resolution.status === 'proposed',
  };
}

function doubtOf(reason: string): RecoveryRow['doubt'] {
  if (reason === 'retries_exhausted') return 'never_accepted';
  return reason === 'effect_failed' || reason === 'target_disputed' ? 'none' : 'unknown';
}

function isInRecovery(state: Proposal): state is InRecovery {
  return ['outcome_unknown', 'retries_exhausted', 'in_review'].includes(state.status);
}

function whyOf(state: InRecovery): Pick<RecoveryRow, 'reason' | 'code' | 'since'> {
  if (state.status === 'in_review') {
    return { reason: state.review.reason, code: state.review.code, since: state.review.at };
  }
  const { code, at } = state.status === 'outcome_unknown' ? state.unknown : state.exhausted;
  return { reason: state.status, code, since: at };
}

export const recoveryModel = 'recovery-queue';

/** What is unknown comes before what was never accepted, then the longest in its state. */
export const recoveryProjection: Projection = {
  name: recoveryModel,
  revision: 2,
  categories: ['proposal'],
  project: (events) => {
    const row = recoveryRow(events);
    return row === null ? null : ({ ...row } as unknown as JsonObject);
  },
  sortKey: (row) => `${row['doubt'] === 'unknown' ? '0' : '1'} ${String(row['since'])}`,
};
