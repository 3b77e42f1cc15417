import { accepted, alreadyDone, type Decision, never, type Refused, refused } from '../decision.js';
import type { Instant } from '../identifiers.js';
import { isFinal, type ProposalStatus } from '../proposal/state.js';
import { boundReached } from './bounds.js';
import type { CaseEvent, CaseEventData, CaseEventType } from './events.js';
import type { Case, OpenedCase } from './state.js';

type Of<Type extends string, Event extends CaseEventType> = {
  readonly type: Type;
  readonly fact: CaseEventData<Event>;
};

export type CaseCommand =
  | Of<'open', 'CaseOpened'>
  | Of<'receive_message', 'CustomerMessageReceived'>
  | Of<'route', 'CaseRouted'>
  | Of<'take_turn', 'ModelTurnTaken'>
  | Of<'refuse_step', 'UnsafeStepRefused'>
  | Of<'record_tool_call', 'ToolCalled'>
  | Of<'establish_fact', 'FactEstablished'>
  | Of<'record_unknown', 'FactUnknown'>
  | Of<'ask', 'QuestionAsked'>
  | Of<'attach_proposal', 'ProposalAttached'>
  | Of<'observe_action', 'ActionObserved'>
  | Of<'reply', 'ReplySent'>
  | Of<'escalate', 'CaseEscalated'>
  | Of<'reopen', 'CaseReopened'>
  | { readonly type: 'settle'; readonly at: Instant };

export type CaseRefusal =
  | 'not_found'
  | 'already_exists'
  | 'bound_reached'
  | 'with_a_person'
  | 'not_settled'
  | 'not_attached';
export type CaseDecision = Decision<CaseEvent, CaseRefusal>;

/**
 * Every rule of a case. Precedence: does it exist, was this done before, is it with a person, is a bound
 * reached. Bounds hold back the planner (turns and tool calls), never the customer nor what is observed.
 */
export function decideCase(command: CaseCommand, state: Case): CaseDecision {
  if (command.type === 'open') return open(command.fact, state);
  if (state.status === 'absent') return refused('not_found', 'There is no such case.');
  switch (command.type) {
    case 'receive_message':
      return state.messages.some((m) => m.messageId === command.fact.messageId)
        ? alreadyDone
        : accepted({ type: 'CustomerMessageReceived', data: command.fact });
    case 'route':
      return plannerMay(state, command.fact.at) ?? accepted({ type: 'CaseRouted', data: command.fact });
    case 'take_turn':
      return plannerMay(state, command.fact.at) ?? accepted({ type: 'ModelTurnTaken', data: command.fact });
    case 'refuse_step':
      // Recorded at a bound and with a person as well: what was tried is on record, whoever has the case.
      return accepted({ type: 'UnsafeStepRefused', data: command.fact });
    case 'record_tool_call':
      return state.toolCalls.some((c) => c.callId === command.fact.callId)
        ? alreadyDone
        : (plannerMay(state, command.fact.at) ?? accepted({ type: 'ToolCalled', data: command.fact }));
    case 'establish_fact':
      return accepted({ type: 'FactEstablished', data: command.fact });
    case 'record_unknown':
      return accepted({ type: 'FactUnknown', data: command.fact });
    case 'ask':
      return state.questions.some((q) => q.questionId === command.fact.questionId)
        ? alreadyDone
        : accepted({ type: 'QuestionAsked', data: command.fact });
    case 'attach_proposal':
      return state.proposals.some((p) => p.proposalId === command.fact.proposalId)
        ? alreadyDone
        : accepted({ type: 'ProposalAttached', data: command.fact });
    case 'observe_action':
      return state.proposals.some((p) => p.proposalId === command.fact.proposalId)
        ? accepted({ type: 'ActionObserved', data: command.fact })
        : refused('not_attached', 'That proposal is not attached to this case.');
    case 'reply':
      return state.replies.some((r) => r.replyId === command.fact.replyId)
        ? alreadyDone
        : accepted({ type: 'ReplySent', data: command.fact });
    case 'escalate':
      return state.status === 'with_a_person'
        ? alreadyDone
        : accepted({ type: 'CaseEscalated', data: command.fact });
    case 'settle':
      return settle(state, command.at);
    case 'reopen':
      return state.status === 'completed'
        ? accepted({ type: 'CaseReopened', data: command.fact })
        : alreadyDone;
    default:
      return never(command);
  }
}

function open(fact: CaseEventData<'CaseOpened'>, state: Case): CaseDecision {
  if (state.status === 'absent') return accepted({ type: 'CaseOpened', data: fact });
  return state.opened.requestId === fact.requestId
    ? alreadyDone
    : refused('already_exists', 'This id names another case.');
}

function plannerMay(state: OpenedCase, at: Instant): Refused<CaseRefusal> | undefined {
  if (state.status === 'with_a_person') return refused('with_a_person', 'A person has taken this case over.');
  const bound = boundReached(state, at);
  return bound === undefined ? undefined : refused('bound_reached', `The bound on ${bound} is reached.`);
}

/**
 * A case ends when every proposal in it has ended: all carried out, some of them, or none. What was superseded has
 * something in its place that may still be on its way; what was asked for already is carried out elsewhere or not at
 * all, so a case of nothing but duplicates ends too, and carried nothing out.
 */
function settle(state: OpenedCase, at: Instant): CaseDecision {
  if (state.status === 'completed') return alreadyDone;
  const standing = state.proposals.filter((p) => p.status !== 'superseded');
  if (standing.length === 0 || !standing.every((p) => isFinal(p.status as ProposalStatus))) {
    return refused('not_settled', 'An action of this case has not ended yet.');
  }
  const own = standing.filter((p) => p.status !== 'duplicate');
  const done = own.filter((p) => p.status === 'completed').length;
  const outcome = done === 0 ? 'declined' : done === own.length ? 'completed' : 'partially_completed';
  return accepted({ type: 'CaseCompleted', data: { outcome, at } });
}
