import { type RecordedEvent, schemaVersionOf } from '@countersign/contracts';
import {
  evolveProposal,
  type JsonObject,
  noProposal,
  type Proposal,
  type ProposalEvent,
} from '@countersign/domain';
import { expiresAtMs, type Waiting } from './ranking.js';

/** What the queue keeps of a proposal: its fold, as long as people are asked and nothing has ended the waiting. */
function waitingOf(state: Proposal): Waiting | undefined {
  return state.status === 'awaiting_approval' && state.asked.status === 'asked' ? state : undefined;
}

/** The read model of the queue. It can be dropped and rebuilt: the same events give the same document. */
export const waitingProjection = {
  name: 'approval-queue',
  revision: 2,
  categories: ['proposal'],
  /** Null when nothing waits. @throws for an event of a newer release: better no row than a wrong one. */
  project(events: readonly RecordedEvent[]): JsonObject | null {
    const waiting = waitingOf(events.reduce(fold, noProposal as Proposal));
    return waiting === undefined ? null : { waiting: waiting as unknown as JsonObject };
  },
  sortKey: (document: JsonObject): string => new Date(expiresAtMs(waitingIn(document))).toISOString(),
};

/** The fold inside a document that this projection wrote. */
export function waitingIn(document: JsonObject): Waiting {
  return document['waiting'] as unknown as Waiting;
}

function fold(state: Proposal, event: RecordedEvent): Proposal {
  const known = schemaVersionOf(event.type);
  if (known === undefined) return state;
  if (event.schemaVersion > known) throw new Error(`${event.type} is of version ${event.schemaVersion}`);
  return evolveProposal(state, event as unknown as ProposalEvent);
}
