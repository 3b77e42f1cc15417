import type { ToolAnswer } from '@countersign/capabilities';
import { unanswered } from '@countersign/capabilities';
import type { CaseCommand } from '@countersign/domain';
import type { Step } from '@countersign/planning';
import { escalationReasonOf } from '@countersign/planning/view';
import { forWhom } from './completing.js';
import { escalation } from './escalation.js';
import { failuresBefore, type Look, lookOf, toolCalled, unknownAfter } from './look-up.js';
import type { Before, Completed, Followed, Ports } from './step-ports.js';

export interface Following {
  readonly before: Before;
  readonly ports: Ports;
  readonly completed: Completed;
}

/** Where an accepted step leads. */
export async function follow(step: Step, { before, ports, completed }: Following): Promise<Followed> {
  const { state, at, causeId } = before;
  switch (step.type) {
    case 'call_tool': {
      const look = lookOf(causeId, step.tool, step.arguments);
      const answer = await ports.gateway.call(look.tool, look.args, forWhom(state));
      return looked(look, answer, { before, ports });
    }
    case 'propose':
      if (completed === undefined) return { commands: [escalation(state, 'refused_step', at)] };
      if ('action' in completed) return { commands: [], propose: completed.action };
      return looked(lookOf(causeId, step.kind, step.arguments), unanswered(completed.noAnswer), {
        before,
        ports,
      });
    case 'ask': {
      const { questionId, about, text } = step;
      const subject = questionId.slice(questionId.indexOf(':') + 1);
      return { commands: [{ type: 'ask', fact: { questionId, fact: about, about: subject, text, at } }] };
    }
    case 'escalate':
      return { commands: [escalation(state, escalationReasonOf(step.reason), at)] };
    case 'reply':
    case 'done':
    case 'route':
      // A reply is in the turn itself; the coordinator says it. The port refuses a route to a specialist.
      return { commands: [] };
  }
}

/** A failed look is tried again after a wait; when the waits are used up, a person takes over (S13). */
function looked(
  look: Look,
  answer: ToolAnswer,
  { before, ports }: Pick<Following, 'before' | 'ports'>,
): Followed {
  const { state, at, caseId, capability } = before;
  const called: CaseCommand = { type: 'record_tool_call', fact: toolCalled(look, answer, before) };
  if (answer.outcome !== 'no_answer') return { commands: [called] };
  const commands = [called, unknownAfter(look, answer, before)];
  const wait = ports.lookAgainAfterMs[failuresBefore(look, state)];
  if (wait === undefined) return { commands: [...commands, escalation(state, 'lookup_unanswered', at)] };
  const payload = { caseId, callId: look.callId };
  const key = `look-again:${caseId}:${capability.name}`;
  return { commands, timers: [{ task: 'look-again', key, payload, dueAt: { inMs: wait } }] };
}
