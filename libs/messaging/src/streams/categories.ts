import { type Ports, type RecordedEvent, schemaVersionOf } from '@countersign/contracts';
import {
  type Case,
  type CaseCommand,
  type CaseEvent,
  type CaseRefusal,
  decideCase,
  decideProposal,
  evolveCase,
  evolveProposal,
  noCase,
  noProposal,
  type Proposal,
  type ProposalCommand,
  type ProposalEvent,
  type ProposalRefusal,
} from '@countersign/domain';
import type { EventStore } from '@countersign/event-store';
import { StreamCache } from './stream-cache.js';
import { type Rules, Streams } from './streams.js';

export type ProposalStreams = Streams<Proposal, ProposalCommand, ProposalEvent, ProposalRefusal>;
export type CaseStreams = Streams<Case, CaseCommand, CaseEvent, CaseRefusal>;

const proposalRules: Rules<Proposal, ProposalCommand, ProposalEvent, ProposalRefusal> = {
  category: 'proposal',
  decide: decideProposal,
  evolve: evolveProposal,
};

const caseRules: Rules<Case, CaseCommand, CaseEvent, CaseRefusal> = {
  category: 'case',
  decide: decideCase,
  evolve: evolveCase,
};

/** The folded streams of a process, fed by its reader and used by all its services. */
export interface StreamCaches {
  readonly proposals: StreamCache<Proposal>;
  readonly cases: StreamCache<Case>;
  observe(event: RecordedEvent): void;
  /** Lets go of all of them; whoever needs one reads it. */
  clear(): void;
}

export function streamCaches(streamsMax?: number): StreamCaches {
  const proposals = new StreamCache<Proposal>(foldOf(proposalRules, noProposal), streamsMax);
  const cases = new StreamCache<Case>(foldOf(caseRules, noCase), streamsMax);
  return {
    proposals,
    cases,
    observe(event) {
      proposals.observe(event);
      cases.observe(event);
    },
    clear() {
      proposals.clear();
      cases.clear();
    },
  };
}

export interface StreamPorts {
  readonly store: EventStore;
  readonly ports: Ports;
  readonly caches: StreamCaches;
}

export const proposalStreams = ({ store, ports, caches }: StreamPorts): ProposalStreams =>
  new Streams({ rules: proposalRules, cache: caches.proposals, store, ports });

export const caseStreams = ({ store, ports, caches }: StreamPorts): CaseStreams =>
  new Streams({ rules: caseRules, cache: caches.cases, store, ports });

/** How a cache folds a category: events in their current shape, and what only a newer release knows left out. */
export function foldOf<State, Event extends { type: string; data: unknown }>(
  rules: { readonly category: string; evolve(state: State, event: Event): State },
  initial: State,
) {
  // Events come in their current shape; a type that only a newer release knows changes nothing decided here.
  const evolve = (state: State, event: RecordedEvent): State =>
    schemaVersionOf(event.type) === undefined ? state : rules.evolve(state, event as unknown as Event);
  return { category: rules.category, initial, evolve };
}
