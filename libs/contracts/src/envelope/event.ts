import type {
  CaseEvent,
  CaseId,
  ComparisonEvent,
  DifferenceEvent,
  Instant,
  JsonObject,
  ProposalEvent,
  ProposalId,
  StopEvent,
} from '@countersign/domain';

/** Why an event is there: what caused it, and which request it all belongs to. */
export interface EventMetadata {
  /** Id of the event, message or command that this event answers. */
  readonly causationId: string;
  /** Id of the request that the whole path started with. */
  readonly correlationId: string;
  /** W3C trace context of the append. */
  readonly traceparent?: string;
}

/** An event on its way into the store. Its id is deterministic, so that writing it twice writes it once. */
export interface NewEvent<Type extends string = string, Data = JsonObject> {
  readonly id: string;
  readonly type: Type;
  readonly schemaVersion: number;
  readonly data: Data;
  readonly metadata: EventMetadata;
}

/** An event as the store recorded it: in its stream, in the global order, and in the hash chain. */
export interface RecordedEvent<Type extends string = string, Data = JsonObject> extends NewEvent<Type, Data> {
  readonly tenant: string;
  readonly stream: string;
  /** 1 for the first event of a stream, without gaps. */
  readonly version: number;
  /** Global position and the transaction it was written in; both decimal, beyond 2^53. */
  readonly position: string;
  readonly transactionId: string;
  readonly recordedAt: Instant;
  /** The database role that appended it. */
  readonly recordedBy: string;
  /** SHA-256, hex. The first event of a stream has 64 zeros before it. */
  readonly previousHash: string;
  readonly hash: string;
}

type Recorded<Event extends { type: string; data: unknown }> = Event extends { type: infer T; data: infer D }
  ? RecordedEvent<T & string, D>
  : never;
export type RecordedProposalEvent = Recorded<ProposalEvent>;
export type RecordedCaseEvent = Recorded<CaseEvent>;
type AnyEvent = ProposalEvent | CaseEvent | ComparisonEvent | DifferenceEvent | StopEvent;
export type Heard<Type extends AnyEvent['type']> = RecordedEvent<
  Type,
  Extract<AnyEvent, { type: Type }>['data']
>;

export type StreamCategory = 'proposal' | 'case' | 'comparison' | 'difference' | 'stop';
export const proposalStream = (id: ProposalId | string): string => `proposal-${id}`;
/** `stop-tenant`, `stop-target-payments`. */
export const stopStream = (scope: string): string => `stop-${scope}`;
export const caseStream = (id: CaseId | string): string => `case-${id}`;

/** `proposal-5d…` is of category `proposal` and has the id `5d…`. */
export function parseStream(stream: string): { readonly category: string; readonly id: string } {
  const dash = stream.indexOf('-');
  return dash < 0
    ? { category: stream, id: '' }
    : { category: stream.slice(0, dash), id: stream.slice(dash + 1) };
}
