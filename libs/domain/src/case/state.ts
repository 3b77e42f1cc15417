import type { Digest, ProposalId } from '../identifiers.js';
import type { CaseEvent, CaseEventData } from './events.js';

/** The fold of a case's stream: what was said, found out, asked and proposed, and what is left to spend. */
export type Case = { readonly status: 'absent' } | OpenedCase;

export interface OpenedCase {
  readonly status: 'open' | 'with_a_person' | 'completed';
  readonly opened: CaseEventData<'CaseOpened'>;
  readonly messages: readonly CaseEventData<'CustomerMessageReceived'>[];
  readonly routes: readonly CaseEventData<'CaseRouted'>[];
  readonly toolCalls: readonly CaseEventData<'ToolCalled'>[];
  readonly facts: readonly CaseEventData<'FactEstablished'>[];
  readonly unknowns: readonly CaseEventData<'FactUnknown'>[];
  readonly questions: readonly CaseEventData<'QuestionAsked'>[];
  readonly proposals: readonly AttachedProposal[];
  readonly replies: readonly CaseEventData<'ReplySent'>[];
  readonly escalations: readonly CaseEventData<'CaseEscalated'>[];
  readonly outcome: CaseEventData<'CaseCompleted'>['outcome'] | 'none';
  readonly turns: number;
  readonly refusedTurns: number;
  /** Steps that were tried and may not be: unknown tools, other people's things, amounts that are none. */
  readonly unsafeSteps: number;
  readonly spendMicros: number;
}

export interface AttachedProposal {
  readonly proposalId: ProposalId;
  readonly digest: Digest;
  readonly kind: string;
  readonly summary: string;
  /** The proposal's status as last observed, `attached` before the first. */
  readonly status: string;
}

export const noCase: Case = { status: 'absent' };

/** One event further. Never throws; an event before `CaseOpened`, or of a type not known here, changes nothing. */
export function evolveCase(state: Case, event: CaseEvent): Case {
  if (state.status === 'absent') return event.type === 'CaseOpened' ? opened(event.data) : state;
  switch (event.type) {
    case 'CaseOpened':
      return state;
    case 'CustomerMessageReceived':
      // A new message opens the matter again, but takes it from no person who has it.
      return {
        ...state,
        status: state.status === 'completed' ? 'open' : state.status,
        messages: [...state.messages, event.data],
      };
    case 'CaseRouted':
      return { ...state, routes: [...state.routes, event.data] };
    case 'ModelTurnTaken':
      return {
        ...state,
        turns: state.turns + 1,
        refusedTurns: state.refusedTurns + (event.data.verdict === 'refused' ? 1 : 0),
        spendMicros: state.spendMicros + event.data.usage.costMicros,
      };
    case 'UnsafeStepRefused':
      return { ...state, unsafeSteps: state.unsafeSteps + 1 };
    case 'ToolCalled':
      return { ...state, toolCalls: [...state.toolCalls, event.data] };
    case 'FactEstablished':
      return established(state, event.data);
    case 'FactUnknown':
      return { ...state, unknowns: [...state.unknowns, event.data] };
    case 'QuestionAsked':
      return { ...state, questions: [...state.questions, event.data] };
    case 'ProposalAttached':
      return attached(state, event.data);
    case 'ActionObserved':
      return observed(state, event.data);
    case 'ReplySent':
      return { ...state, replies: [...state.replies, event.data] };
    case 'CaseEscalated':
      return { ...state, status: 'with_a_person', escalations: [...state.escalations, event.data] };
    case 'CaseCompleted':
      return { ...state, status: 'completed', outcome: event.data.outcome };
    case 'CaseReopened':
      return state.status === 'completed' ? { ...state, status: 'open', outcome: 'none' } : state;
    default:
      return unknownEvent(state, event);
  }
}

/** A fact that a newer release wrote; a new type in this one does not compile until it is treated. */
function unknownEvent(state: OpenedCase, _event: never): OpenedCase {
  return state;
}

function opened(data: CaseEventData<'CaseOpened'>): OpenedCase {
  return {
    status: 'open',
    opened: data,
    messages: [],
    routes: [],
    toolCalls: [],
    facts: [],
    unknowns: [],
    questions: [],
    proposals: [],
    replies: [],
    escalations: [],
    outcome: 'none',
    turns: 0,
    refusedTurns: 0,
    unsafeSteps: 0,
    spendMicros: 0,
  };
}

/** A fact that becomes known is no longer unknown; a later reading of the same fact replaces the earlier. */
function established(state: OpenedCase, data: CaseEventData<'FactEstablished'>): OpenedCase {
  const other = (f: { fact: string; about: string }) => f.fact !== data.fact || f.about !== data.about;
  return { ...state, facts: [...state.facts.filter(other), data], unknowns: state.unknowns.filter(other) };
}

function attached(state: OpenedCase, data: CaseEventData<'ProposalAttached'>): OpenedCase {
  if (state.proposals.some((p) => p.proposalId === data.proposalId)) return state;
  const { proposalId, digest, kind, summary } = data;
  return {
    ...state,
    proposals: [...state.proposals, { proposalId, digest, kind, summary, status: 'attached' }],
  };
}

function observed(state: OpenedCase, data: CaseEventData<'ActionObserved'>): OpenedCase {
  const proposals = state.proposals.map((p) =>
    p.proposalId === data.proposalId ? { ...p, status: data.status } : p,
  );
  return { ...state, proposals };
}
