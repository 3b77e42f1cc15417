import type { RecordedEvent } from '@countersign/contracts';
import { type Action, type Drafted, isDisputed, never, type OpenedCase } from '@countersign/domain';
import type { JsonObject, ProposalSeen, ProposalState } from '../port/view.js';

/** A proposal of the case as it stands now, and the id of the case's event that it was drafted in answer to. */
export interface ProposalOfCase {
  readonly state: Drafted;
  readonly causeId: string;
}

/** Proposals attached to the case, and those a specialist's own turn made that are not attached yet. */
export function proposalIdsOf(state: OpenedCase, events: readonly RecordedEvent[]): readonly string[] {
  const made = events.flatMap(({ type, data }) => {
    const detail = type === 'ModelTurnTaken' ? (data['detail'] as JsonObject | undefined) : undefined;
    return typeof detail?.proposalId === 'string' ? [detail.proposalId] : [];
  });
  return [...new Set([...state.proposals.map((proposal) => proposal.proposalId as string), ...made])];
}

/** What an action is done to, in the words of the case; a capability has them. */
export type SubjectOf = (action: Action) => string;

export function proposalsSeen(
  events: readonly RecordedEvent[],
  proposals: readonly ProposalOfCase[],
  subjectOf: SubjectOf,
): ProposalSeen[] {
  return proposals.map(({ state, causeId }) => {
    const { proposalId, action, draftedAt } = state.draft;
    return {
      proposalId,
      proposedAt: lastMessageBefore(events, causeId) ?? draftedAt,
      kind: action.kind,
      target: subjectOf(action),
      arguments: action.arguments as JsonObject,
      ...(action.money ?? {}),
      state: planStateOf(state),
      told: toldOf(events, proposalId),
    };
  });
}

/**
 * A proposal answers the messages that its turn had surely seen, and no later one: one that came in while it was
 * being drafted still waits for its answer. Hence the instant of that last message stands for the draft's own.
 */
export function lastMessageBefore(events: readonly RecordedEvent[], causeId: string): string | undefined {
  const cause = events.find((event) => event.id === causeId);
  if (cause === undefined) return undefined;
  return events.findLast((e) => e.type === 'CustomerMessageReceived' && e.version < cause.version)
    ?.recordedAt;
}

function toldOf(events: readonly RecordedEvent[], proposalId: string): string[] {
  const observed = events.filter((e) => e.type === 'ActionObserved' && e.data['proposalId'] === proposalId);
  return [...new Set(observed.map((event) => String(event.data['status'])))];
}

/** The planner's words for a state are fewer; none of them claims more than the state does. */
function planStateOf(state: Drafted): ProposalState {
  if (isDisputed(state)) return 'in_review';
  switch (state.status) {
    case 'being_checked':
      return 'drafted';
    case 'retry_scheduled':
    case 'held':
      return 'executing';
    case 'retries_exhausted':
    case 'reopened':
      return 'in_review';
    case 'succeeded':
      return 'executed';
    case 'closed':
      return state.closed.step === 'close' ? 'in_review' : 'failed';
    case 'awaiting_approval':
    case 'approved':
    case 'executing':
    case 'outcome_unknown':
    case 'in_review':
    case 'completed':
    case 'denied':
    case 'duplicate':
    case 'rejected':
    case 'expired':
    case 'superseded':
    case 'invalidated':
    case 'failed':
      return state.status;
    default:
      return never(state);
  }
}
