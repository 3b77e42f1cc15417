import type { RecordedEvent } from '@countersign/contracts';
import {
  boundsLeft,
  type CaseEvent,
  type CaseEventData,
  type Instant,
  type OpenedCase,
} from '@countersign/domain';
import type {
  ActionOffered,
  CapabilityOffered,
  ConversationEntry,
  Json,
  JsonObject,
  PlannerRole,
  PlannerView,
  ToolOffered,
} from '../port/view.js';
import { factsSeen } from './facts.js';
import { type ProposalOfCase, proposalsSeen, type SubjectOf } from './proposals.js';

/** What this planner may do here: its job, its instructions, and the lists its steps are held against. */
export interface Offer {
  readonly role: PlannerRole;
  readonly instructions: string;
  readonly capabilities: readonly CapabilityOffered[];
  readonly tools: readonly ToolOffered[];
  readonly actions: readonly ActionOffered[];
}

/** The record a view is built from. `answering` is the message to be answered now: it is shown as the last. */
export interface Seen {
  readonly state: OpenedCase;
  readonly events: readonly RecordedEvent[];
  readonly proposals: readonly ProposalOfCase[];
  readonly at: Instant;
  readonly subjectOf: SubjectOf;
  readonly answering?: RecordedEvent;
}

/** Everything a planner is shown of a case. Retrieved content stands in it as data, with where it came from. */
export function caseView(seen: Seen, offer: Offer): PlannerView {
  return {
    role: offer.role,
    instructions: offer.instructions,
    clock: seen.at,
    conversation: conversationOf(seen),
    facts: factsSeen(seen.state),
    proposals: proposalsSeen(seen.events, seen.proposals, seen.subjectOf),
    capabilities: [...offer.capabilities],
    tools: [...offer.tools],
    actions: [...offer.actions],
    boundsLeft: boundsLeft(seen.state, seen.at),
  };
}

/**
 * Messages are answered one by one, in order. Whatever was recorded about an earlier one after this one came in
 * stands before it, and a later message is not there yet: otherwise an answer to the first would pass for an
 * answer to the second.
 */
function conversationOf({ events, answering }: Seen): ConversationEntry[] {
  if (answering === undefined) return events.flatMap((event) => entryOf(event, events));
  const before = events.filter((event) => {
    if (event.id === answering.id) return false;
    return event.type !== 'CustomerMessageReceived' || event.version < answering.version;
  });
  return [...before, answering].flatMap((event) => entryOf(event, events));
}

function entryOf(recorded: RecordedEvent, all: readonly RecordedEvent[]): ConversationEntry[] {
  const at = recorded.recordedAt;
  const event = { type: recorded.type, data: recorded.data } as unknown as CaseEvent;
  switch (event.type) {
    case 'CustomerMessageReceived':
      return [{ kind: 'customer_message', messageId: event.data.messageId, at, text: event.data.text }];
    case 'CaseRouted':
      return [{ kind: 'routed', at, capability: event.data.capability }];
    case 'QuestionAsked': {
      const { questionId, fact, text } = event.data;
      return [{ kind: 'question', questionId, at, about: fact, text }];
    }
    case 'ToolCalled':
      return [toolResult(event.data, at)];
    case 'ModelTurnTaken':
      return replyOfTurn(event.data, at);
    case 'ReplySent':
      return restatesTurn(recorded, all) ? [] : [{ kind: 'reply', at, code: event.data.code }];
    default:
      return [];
  }
}

function toolResult(call: CaseEventData<'ToolCalled'>, at: string): ConversationEntry {
  const [first] = call.provenance;
  return {
    kind: 'tool_result',
    callId: call.callId,
    at,
    tool: call.tool,
    arguments: call.arguments as JsonObject,
    outcome: call.outcome,
    ...(call.outcome === 'answered' ? { data: call.result as Json } : {}),
    ...(first === undefined ? {} : { provenance: { ...first, version: first.version ?? 'unstated' } }),
  };
}

/** A planner's own reply stands where it was decided, with its params; the sent words only follow from it. */
function replyOfTurn(turn: CaseEventData<'ModelTurnTaken'>, at: string): ConversationEntry[] {
  const { code, params } = turn.detail ?? {};
  if (turn.verdict !== 'accepted' || turn.step !== 'reply' || typeof code !== 'string') return [];
  return [{ kind: 'reply', at, code, params: (params ?? {}) as JsonObject }];
}

/** Sent in answer to a turn or a question that is in the conversation already. */
function restatesTurn(reply: RecordedEvent, all: readonly RecordedEvent[]): boolean {
  const cause = reply.metadata.causationId;
  return all.some((event) => {
    const spoke =
      event.type === 'QuestionAsked' || (event.type === 'ModelTurnTaken' && event.data['step'] === 'reply');
    // A specialist's words caused the reply; the coordinator's own stand beside it, under one cause.
    return (
      spoke && (event.id === cause || (event.metadata.causationId === cause && event.version < reply.version))
    );
  });
}
