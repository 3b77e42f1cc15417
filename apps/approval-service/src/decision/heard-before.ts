import { type RecordedEvent, schemaVersionOf } from '@countersign/contracts';
import {
  type Drafted,
  evolveProposal,
  noProposal,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';
import type { Loaded } from '@countersign/messaging';
import type { DecisionAnswer } from './decision-answer.js';
import type { DecisionCode } from './decision-codes.js';
import { toldDecision } from './told-decision.js';

/**
 * A message heard again is answered as it was: what was refused once is not granted on the second hearing, and what
 * was taken once is told as taken, also when the yes has been void since and the proposal waits for another.
 */
export function heardBefore(
  { events, state }: Loaded<Proposal>,
  { causeId, subject }: { readonly causeId: string; readonly subject: string },
): DecisionAnswer | undefined {
  const at = events.findIndex(({ metadata }) => metadata.causationId === causeId);
  const event = events[at];
  if (event === undefined || state.status === 'absent') return undefined;
  if (event.type === 'DecisionRefused') {
    const { code, message } = event.data as { code?: DecisionCode; message?: string };
    return { outcome: 'refused', code: code ?? 'ended', message: message ?? '' };
  }
  const then = foldedTo(events.slice(0, at + 1));
  const answer = toldDecision(state, subject, true) ?? (then && toldDecision(then, subject, true));
  if (answer === undefined) throw new Error(`The decision of ${subject} is not in the fold`);
  return answer;
}

/** As it was right after these; what only a newer release knows changes nothing here. */
function foldedTo(events: readonly RecordedEvent[]): Drafted | undefined {
  const state = events
    .filter(({ type }) => schemaVersionOf(type) !== undefined)
    .reduce<Proposal>((so, event) => evolveProposal(so, event as unknown as ProposalEvent), noProposal);
  return state.status === 'absent' ? undefined : state;
}
