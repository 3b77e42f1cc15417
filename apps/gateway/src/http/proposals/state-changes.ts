import { proposalStream, type RecordedEvent } from '@countersign/contracts';
import {
  evolveProposal,
  isDisputed,
  isFinal,
  noProposal,
  type Proposal,
  type ProposalEvent,
  stateWord,
} from '@countersign/domain';
import type { Principal } from '@countersign/identity';
import { type LiveEvents, liveToken, type ProposalStreams, proposalsToken } from '@countersign/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { StreamMessage } from '../live/event-streams.js';
import { maySee } from './visibility.js';

/** The states of one proposal, past and to come, up to its last. */
@Injectable()
export class StateChanges {
  constructor(
    @Inject(liveToken) private readonly live: LiveEvents,
    @Inject(proposalsToken) private readonly proposals: ProposalStreams,
  ) {}

  /** How far the stream is for somebody who may see it, or undefined. */
  async versionFor(principal: Principal, proposalId: string): Promise<number | undefined> {
    const { state, version } = await this.proposals.load(principal.tenant, proposalId);
    return state.status === 'absent' || !maySee(state.draft, principal) ? undefined : version;
  }

  async *of(
    { tenant, proposalId }: { readonly tenant: string; readonly proposalId: string },
    reading: { readonly after: number; readonly known: number; readonly signal: AbortSignal },
  ): AsyncGenerator<StreamMessage> {
    const stream = proposalStream(proposalId);
    const { signal } = reading;
    yield* stateChanges(this.live.follow({ tenant, stream, signal }), reading);
  }
}

/**
 * A message for each event that changed the state, and `end` after the one that ended it. The whole stream is
 * folded, also for a reader who has a part of it. An ending that the record already goes beyond is none: an
 * operator may look again into what failed.
 */
export async function* stateChanges(
  events: AsyncIterable<RecordedEvent>,
  { after, known }: { readonly after: number; readonly known: number },
): AsyncGenerator<StreamMessage> {
  let state: Proposal = noProposal;
  for await (const recorded of events) {
    const before = wordsOf(state);
    state = evolveProposal(state, recorded as unknown as ProposalEvent);
    if (state.status === 'absent') continue;
    const now = wordsOf(state);
    if (recorded.version > after && !(now.status === before.status && now.state === before.state)) {
      yield { event: 'state', id: recorded.version, data: { ...now, ...placed(recorded) } };
    }
    if (isFinal(state.status) && !isDisputed(state) && recorded.version >= known) {
      yield { event: 'end', data: { ...now, version: recorded.version } };
      return;
    }
  }
}

const placed = ({ version, type, recordedAt }: RecordedEvent) => ({ version, type, at: recordedAt });

function wordsOf(state: Proposal): { status: string; state: string } {
  return { status: state.status, state: state.status === 'absent' ? '' : stateWord(state) };
}
