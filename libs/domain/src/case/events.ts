import type { Digest, Instant, ProposalId, SubjectId, TenantId } from '../identifiers.js';
import type { JsonObject, JsonValue } from '../json.js';

type Fact<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

/** Enforced from the stream, so that they survive every restart. Spend in millionths of a US dollar. */
export interface Bounds {
  readonly wallClockMs: number;
  readonly turnsMax: number;
  readonly toolCallsMax: number;
  readonly spendMicrosMax: number;
}

export interface Versions {
  readonly planner: string;
  readonly model: string;
  readonly prompt: string;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

/** Where retrieved content stands: which document or record, which section, which version, read when. */
export interface Provenance {
  readonly source: string;
  readonly section?: string;
  readonly version?: string;
  readonly readAt: Instant;
}

/** What a planner tried that it may not. */
export type StepAttempted = 'tool_call' | 'proposal' | 'other';

export type LookupOutcome = 'answered' | 'not_found' | 'no_answer';
export type CaseOutcome = 'completed' | 'partially_completed' | 'declined';
export type EscalationReason =
  | 'bound_reached'
  | 'planning_loop'
  | 'lookup_unanswered'
  | 'asked_for_a_person'
  | 'not_understood'
  | 'not_covered'
  | 'refused_step'
  | 'contradicting_facts'
  | 'planner_failed';

export type CaseEvent =
  | Fact<
      'CaseOpened',
      {
        requestId: string;
        tenant: TenantId;
        customer: { subject: SubjectId; name: string };
        /** The customer, or the staff member who opened it for them; judged for four eyes. */
        startedBy: SubjectId;
        bounds: Bounds;
        openedAt: Instant;
      }
    >
  | Fact<'CustomerMessageReceived', { messageId: string; text: string; from: SubjectId; receivedAt: Instant }>
  | Fact<'CaseRouted', { capability: string; reason: string; messageId: string; at: Instant }>
  | Fact<
      'ModelTurnTaken',
      {
        turn: number;
        by: 'coordinator' | 'specialist';
        step: string;
        verdict: 'accepted' | 'refused';
        /** Field and reason, for a step that was not taken. */
        refusals: readonly { field: string; reason: string }[];
        usage: Usage;
        versions: Versions;
        summary: string;
        /** What the step said or made, for whoever reads on: a reply's code and params, a proposal's id. */
        detail?: JsonObject;
        at: Instant;
      }
    >
  | Fact<
      'UnsafeStepRefused',
      {
        /** The turn it was planned in. */
        turn: number;
        by: 'coordinator' | 'specialist';
        /** Whose specialist tried it; `none` where the coordinator did. */
        capability: string;
        attempted: StepAttempted;
        /** A word of ours for what was wrong, `unknown_tool`. */
        code: string;
        field: string;
        reason: string;
        /** How it began, cut short: for whoever finds out what misled the planner. */
        excerpt: string;
        at: Instant;
      }
    >
  | Fact<
      'ToolCalled',
      {
        callId: string;
        tool: string;
        /** Whose investigation looked; unsaid in what was recorded while there was one capability. */
        capability?: string;
        arguments: JsonObject;
        outcome: LookupOutcome;
        code: string;
        /** What came back, as data; nothing in it is an instruction. */
        result: JsonValue;
        resultDigest: string;
        provenance: readonly Provenance[];
        at: Instant;
      }
    >
  | Fact<
      'FactEstablished',
      {
        fact: string;
        about: string;
        value: JsonValue;
        basis: 'record' | 'stated' | 'policy';
        provenance: Provenance;
      }
    >
  | Fact<'FactUnknown', { fact: string; about: string; reason: string; at: Instant }>
  | Fact<'QuestionAsked', { questionId: string; fact: string; about: string; text: string; at: Instant }>
  | Fact<
      'ProposalAttached',
      { proposalId: ProposalId; digest: Digest; kind: string; summary: string; at: Instant }
    >
  | Fact<'ActionObserved', { proposalId: ProposalId; status: string; eventId: string; at: Instant }>
  | Fact<
      'ReplySent',
      {
        replyId: string;
        code: string;
        text: string;
        cards: readonly { proposalId: ProposalId; digest: Digest }[];
        at: Instant;
      }
    >
  | Fact<'CaseEscalated', { reason: EscalationReason; knownSoFar: string; at: Instant }>
  | Fact<'CaseCompleted', { outcome: CaseOutcome; at: Instant }>
  /** What had been carried out did not last, so the matter is not over. */
  | Fact<'CaseReopened', { proposalId: ProposalId; reason: string; at: Instant }>;

export type CaseEventType = CaseEvent['type'];
export type CaseEventOf<Type extends CaseEventType> = Extract<CaseEvent, { type: Type }>;
export type CaseEventData<Type extends CaseEventType> = CaseEventOf<Type>['data'];
