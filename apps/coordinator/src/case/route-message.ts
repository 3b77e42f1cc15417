import type { Heard, RecordedEvent } from '@countersign/contracts';
import type { CaseCommand, CaseEventData, EscalationReason, Instant, OpenedCase } from '@countersign/domain';
import type { Step, Turn } from '@countersign/planning';
import {
  escalationReasonOf,
  failureOf,
  knownSoFar,
  type Planned,
  type ProposalOfCase,
  type RecordedTurn,
  recordedTurns,
} from '@countersign/planning/view';
import { replyTo } from '../words/reply.js';
import { cardsAgain, personTakesOver } from '../words/say.js';
import { isWaiting } from './proposals-of-case.js';

export interface Answering {
  readonly heard: Heard<'CustomerMessageReceived'>;
  readonly state: OpenedCase;
  readonly proposals: readonly ProposalOfCase[];
  readonly at: Instant;
  /** The planner is asked again later, so nothing is concluded from its having said nothing. */
  readonly waits: boolean;
  /** Number of the first of these turns in the case. */
  readonly first: number;
}

/** What becomes of a message: the turns that were taken, refused ones too, and where the accepted one leads. */
export function routeMessage(
  planned: Planned,
  answering: Answering,
): { readonly turns: readonly RecordedTurn[]; readonly rest: readonly CaseCommand[] } {
  const { state, at, first } = answering;
  const turns = recordedTurns(planned, { by: 'coordinator', capability: 'none', first, at });
  if (planned.accepted !== undefined) return { turns, rest: stepCommands(planned.accepted, answering) };
  if (answering.waits) return { turns, rest: [] };
  const reason = failureOf(planned) === undefined ? 'refused_step' : 'planner_failed';
  return { turns, rest: handOver(answering.heard, state, { reason, at }) };
}

function stepCommands({ step }: Turn, answering: Answering): CaseCommand[] {
  const { heard, state, at } = answering;
  switch (step.type) {
    case 'route': {
      const { capability, reason } = step;
      return [{ type: 'route', fact: { capability, reason, messageId: heard.data.messageId, at } }];
    }
    case 'reply':
      return [replyTo(heard, wordsOfReply(step, answering), at)];
    case 'ask':
      return [
        { type: 'ask', fact: questionOf(step, at) },
        replyTo(heard, { code: 'question', text: step.text }, at),
      ];
    case 'escalate':
      return handOver(heard, state, { reason: escalationReasonOf(step.reason), at });
    case 'done':
    case 'call_tool':
    case 'propose':
      // The port refuses the last two to a coordinator; `done` says that there is nothing to answer.
      return [];
  }
}

/** The cards of a reply are not the planner's to choose: every waiting proposal is shown, or none. */
function wordsOfReply(step: Extract<Step, { type: 'reply' }>, { proposals }: Answering) {
  const waiting = proposals.map(({ state }) => state).filter(isWaiting);
  if (step.code === 'cards_shown_again' && waiting.length > 0) return cardsAgain(waiting);
  return { code: step.code, text: step.text };
}

/** `unopened:order:4821` asks for the fact `unopened` about `order:4821`. */
function questionOf(step: Extract<Step, { type: 'ask' }>, at: Instant): CaseEventData<'QuestionAsked'> {
  const { questionId, about, text } = step;
  const subject = questionId.slice(questionId.indexOf(':') + 1);
  return { questionId, fact: about, about: subject, text, at };
}

/** A person takes over, told everything that is known; the customer is told as well. */
export function handOver(
  cause: RecordedEvent<string, unknown>,
  state: OpenedCase,
  { reason, at }: { readonly reason: EscalationReason; readonly at: Instant },
): CaseCommand[] {
  return [
    { type: 'escalate', fact: { reason, knownSoFar: knownSoFar(state), at } },
    replyTo(cause, personTakesOver(reason, state), at),
  ];
}
