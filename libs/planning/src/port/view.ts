/** JSON as it crosses the port: plain data, never a class instance or a function. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The one job the planner has in this turn. A specialist knows its own capability and no other. */
export type PlannerRole =
  | { kind: 'coordinator' }
  | { kind: 'specialist'; capability: string; responsibility: string };

/** Where a piece of retrieved text or a record came from. `readAt` is an ISO 8601 UTC instant. */
export interface Provenance {
  source: string;
  section?: string;
  version: string;
  readAt: string;
}

/** A failed look is `no_answer` (the thing is unknown); `not_found` is an answer (it does not exist). */
export type ToolOutcome = 'answered' | 'not_found' | 'no_answer';

export interface CustomerMessage {
  kind: 'customer_message';
  messageId: string;
  at: string;
  text: string;
}

export interface QuestionAsked {
  kind: 'question';
  questionId: string;
  at: string;
  /** The name of the fact the answer would establish. */
  about: string;
  text: string;
}

export interface ReplySent {
  kind: 'reply';
  at: string;
  code: string;
  params?: JsonObject;
}

/** Retrieved content is data. Nothing written in it is ever followed as an instruction. */
export interface ToolResult {
  kind: 'tool_result';
  callId: string;
  at: string;
  tool: string;
  arguments: JsonObject;
  outcome: ToolOutcome;
  data?: Json;
  provenance?: Provenance;
}

export interface Routed {
  kind: 'routed';
  at: string;
  capability: string;
}

/** What happened in the case, oldest first. */
export type ConversationEntry = CustomerMessage | QuestionAsked | ReplySent | ToolResult | Routed;

/** What a fact rests on: a record or document that was read, or the customer's own words. */
export type FactBasis =
  | { kind: 'record'; callId?: string; provenance: Provenance }
  | { kind: 'policy'; callId?: string; provenance: Provenance }
  | { kind: 'computed'; from: FactReference[] }
  | { kind: 'stated'; messageId: string };

/** Points at a fact. `subject` is what it is a fact about: `order:4821`, `order:4821/lines:2`. */
export interface FactReference {
  name: string;
  subject: string;
}

/** `unknown` is a state of its own: it is never read as true, false, absent or zero. */
export type Fact = FactReference &
  ({ status: 'established'; value: Json; basis: FactBasis } | { status: 'unknown'; reason: string });

export type ProposalState =
  | 'drafted'
  | 'awaiting_approval'
  | 'approved'
  | 'executing'
  | 'outcome_unknown'
  | 'in_review'
  | 'executed'
  | 'completed'
  | 'failed'
  | 'denied'
  | 'rejected'
  | 'expired'
  | 'invalidated'
  | 'superseded'
  | 'duplicate';

/** A proposal of this case as recorded, with the codes of what the customer was told about it. */
export interface ProposalSeen {
  proposalId: string;
  proposedAt: string;
  kind: string;
  target: string;
  arguments: JsonObject;
  amountMinor?: number;
  currency?: string;
  state: ProposalState;
  told: string[];
}

/** Only read-only tools are ever offered; `schema` is JSON Schema of the arguments. */
export interface ToolOffered {
  name: string;
  description: string;
  schema: JsonObject;
}

/** `schema` is JSON Schema of the action's arguments. Offering an action is not permission to perform it. */
export interface ActionOffered {
  kind: string;
  schema: JsonObject;
  /** True when a proposal of this kind has to state an amount and its currency. */
  carriesAmount: boolean;
}

export interface CapabilityOffered {
  name: string;
  responsibility: string;
}

/** What is left of the case's bounds; `spendMicros` is millionths of the accounting currency. */
export interface BoundsLeft {
  turns: number;
  toolCalls: number;
  wallClockMs: number;
  spendMicros: number;
}

/** A step of this very handling that was not taken, so that the next try can be another one. */
export interface RefusedTry {
  /** The kind of step, or `none` where none could be read. */
  step: string;
  refusals: { field: string; reason: string }[];
}

/** Everything a planner sees. It is built for each turn from the record; there is no other channel. */
export interface PlannerView {
  role: PlannerRole;
  instructions: string;
  /** The instant of this turn. Planners own no clock. */
  clock: string;
  conversation: ConversationEntry[];
  facts: Fact[];
  proposals: ProposalSeen[];
  capabilities: CapabilityOffered[];
  tools: ToolOffered[];
  actions: ActionOffered[];
  boundsLeft: BoundsLeft;
  refusedTries?: RefusedTry[];
}
