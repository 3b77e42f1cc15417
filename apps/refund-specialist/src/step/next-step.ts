import {
  type Capability,
  type CapabilityReads,
  capabilities,
  type OnBehalfOf,
  subjectOfAction,
} from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import type { Action, CaseCommand, EscalationReason, Instant, OpenedCase } from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import { type Planner, type ProposeStep, repeatsItself, type Step, type Turn } from '@countersign/planning';
import {
  caseView,
  escalationReasonOf,
  knownSoFar,
  type ProposalOfCase,
  planWithin,
  type RecordedFact,
  recordedFacts,
  turnFacts,
} from '@countersign/planning/view';
import { proposalIdFor } from '../proposal/draft.js';
import { statementsFor } from '../proposal/statements.js';
import {
  failuresBefore,
  type Look,
  lookOf,
  runTool,
  toolCalled,
  unanswered,
  unknownAfter,
} from './look-up.js';
import { offerOf } from './offer.js';

export interface Before {
  readonly causeId: string;
  readonly caseId: string;
  /** Whose matter the case was routed to. */
  readonly capability: Capability;
  readonly state: OpenedCase;
  readonly events: readonly RecordedEvent[];
  readonly proposals: readonly ProposalOfCase[];
  readonly at: Instant;
}

export interface Ports {
  readonly planner: Planner;
  readonly reads: CapabilityReads;
  readonly lookAgainAfterMs: readonly number[];
}

/** One step taken: what the case records of it, the action to be drafted, and when to look again. */
export interface Taken {
  readonly commands: readonly CaseCommand[];
  readonly propose?: Action;
  readonly timers?: readonly Timer[];
}

type Rest = Omit<Taken, 'commands'> & { readonly commands: readonly CaseCommand[] };

/** Plans one step on what is recorded and takes it. Nothing is written here and nothing outside is changed. */
export async function nextStep(before: Before, ports: Ports): Promise<Taken> {
  const { state, at, events, proposals } = before;
  const view = caseView({ state, events, proposals, at, subjectOf }, offerOf(before.capability));
  const completion = completing(before, ports);
  const planned = await planWithin(ports.planner, view, completion.examine);
  const found = completion.found();
  const { name: capability } = before.capability;
  const proposed = found !== undefined && 'action' in found ? { proposalId: proposalIdFor(before) } : {};
  const detail = { capability, ...proposed };
  const turns = turnFacts(planned, { by: 'specialist', first: state.turns + 1, at, detail }).map(
    (fact): CaseCommand => ({ type: 'take_turn', fact }),
  );
  if (planned.accepted === undefined) {
    return { commands: [...turns, escalation(state, 'refused_step', at)] };
  }
  const { step, facts } = planned.accepted;
  const established = recordedFacts(facts, state, at);
  const loops = step.type === 'call_tool' && repeatsItself(view, step, ports.lookAgainAfterMs.length + 1);
  const rest = loops
    ? { commands: [escalation(state, 'planning_loop', at)] }
    : await follow(step, { before, ports, completed: found });
  return { ...rest, commands: [...turns, ...established, ...rest.commands] };
}

type Completed = { readonly action: Action } | { readonly noAnswer: string } | undefined;
interface Following {
  readonly before: Before;
  readonly ports: Ports;
  readonly completed: Completed;
}

async function follow(step: Step, { before, ports, completed }: Following): Promise<Rest> {
  const { state, at, causeId } = before;
  switch (step.type) {
    case 'call_tool': {
      const look = lookOf(causeId, step.tool, step.arguments);
      return looked(look, await runTool(ports.reads, look, forWhom(state)), { before, ports });
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
  answer: Awaited<ReturnType<typeof runTool>>,
  { before, ports }: Pick<Following, 'before' | 'ports'>,
): Rest {
  const { state, at, caseId, capability } = before;
  const called: CaseCommand = { type: 'record_tool_call', fact: toolCalled(look, answer, before) };
  if (answer.outcome !== 'no_answer') return { commands: [called] };
  const commands = [called, unknownAfter(look, answer, before)];
  const wait = ports.lookAgainAfterMs[failuresBefore(look, state)];
  if (wait === undefined) return { commands: [...commands, escalation(state, 'lookup_unanswered', at)] };
  const payload = { caseId, callId: look.callId };
  return {
    commands,
    timers: [
      { task: 'look-again', key: `look-again:${caseId}:${capability.name}`, payload, dueAt: { inMs: wait } },
    ],
  };
}

/** A proposed action is completed from the records before it is accepted: what does not fit them is refused. */
function completing(before: Before, { reads }: Ports) {
  const { state, at } = before;
  let found: Completed;
  return {
    found: () => found,
    async examine({ step, facts }: Turn) {
      if (step.type !== 'propose') return [];
      const turnFactsSaid = recordedFacts(facts, state, at).flatMap(establishedOnly);
      const statements = statementsFor(step, { ...before, facts: turnFactsSaid });
      const answer = await reads.complete({ ...askedOf(step), statements }, forWhom(state));
      if (answer.outcome === 'refused') return answer.faults;
      found = answer.outcome === 'completed' ? { action: answer.action } : { noAnswer: answer.code };
      return [];
    },
  };
}

/** What an action is done to, in the words of the case that it belongs to. */
function subjectOf(action: Action): string {
  return subjectOfAction(capabilities.byKind(action.kind), action);
}

function askedOf({ kind, arguments: args, amountMinor, currency }: ProposeStep) {
  if (amountMinor === undefined || currency === undefined) return { kind, arguments: args };
  return { kind, arguments: args, money: { amountMinor, currency } };
}

function establishedOnly(command: RecordedFact) {
  return command.type === 'establish_fact' ? [command.fact] : [];
}

/** Whose matter it is comes from the case that the verified token opened, never from what was written in it. */
function forWhom({ opened }: OpenedCase): OnBehalfOf {
  return { tenant: opened.tenant, customer: opened.customer.subject };
}

export function escalation(state: OpenedCase, reason: EscalationReason, at: Instant): CaseCommand {
  return { type: 'escalate', fact: { reason, knownSoFar: knownSoFar(state), at } };
}
