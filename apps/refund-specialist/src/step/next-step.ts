import type { ToolGateway } from '@countersign/capabilities';
import { type Capability, capabilities, subjectOfAction } from '@countersign/capabilities';
import type { RecordedEvent } from '@countersign/contracts';
import type { Action, CaseCommand, Instant, OpenedCase } from '@countersign/domain';
import type { Timer } from '@countersign/messaging';
import type { Planner } from '@countersign/planning';
import {
  caseView,
  failureOf,
  type ProposalOfCase,
  planWithin,
  type RecordedTurn,
  recordedFacts,
  recordedTurns,
  turnsForNothing,
  waitAfter,
} from '@countersign/planning/view';
import { proposalIdFor } from '../proposal/draft.js';
import { completing } from './completing.js';
import { escalation } from './escalation.js';
import { follow } from './follow.js';
import { offerOf } from './offer.js';
import { whyStuck } from './stuck.js';

export interface Before {
  readonly causeId: string;
  readonly caseId: string;
  /** Whose matter the case was routed to. */
  readonly capability: Capability;
  /** Version of the event that this step answers. */
  readonly version: number;
  readonly state: OpenedCase;
  readonly events: readonly RecordedEvent[];
  readonly proposals: readonly ProposalOfCase[];
  readonly at: Instant;
  /** Turns that were planned for this very step and overtaken: they are recorded before those of this try. */
  readonly overtaken: readonly RecordedTurn[];
}

export interface Ports {
  readonly planner: Planner;
  readonly gateway: Pick<ToolGateway, 'call' | 'complete'>;
  readonly lookAgainAfterMs: readonly number[];
  /** How long to wait after each failure of the planner itself, in a row, before it is asked again. */
  readonly planAgainAfterMs: readonly number[];
}

/** One step taken: what the case records of it, the action to be drafted, and when to go on. */
export interface Taken {
  readonly commands: readonly CaseCommand[];
  /** The turns among them, as they were planned now. */
  readonly turns: readonly RecordedTurn[];
  readonly propose?: Action;
  readonly timers?: readonly Timer[];
}

/** Where a step leads, beside the turns that were taken. */
export type Followed = Omit<Taken, 'turns'>;

/** Plans one step on what is recorded and takes it. Nothing is written here and nothing outside is changed. */
export async function nextStep(before: Before, ports: Ports): Promise<Taken> {
  const { state, at, events, proposals } = before;
  const view = caseView({ state, events, proposals, at, subjectOf }, offerOf(before.capability));
  const completion = completing(before, ports);
  const planned = await planWithin(ports.planner, view, completion.examine);
  const completed = completion.found();
  const action = completed !== undefined && 'action' in completed ? completed.action : undefined;
  const turn = planned.accepted;
  const stuck = turn && whyStuck(before, { turn, view, action }, ports.lookAgainAfterMs.length + 1);
  const { name: capability } = before.capability;
  const drafted = action === undefined || stuck !== undefined ? {} : { proposalId: proposalIdFor(before) };
  const earlier = turnsForNothing(before.overtaken, state.turns + 1, 'overtaken');
  const first = state.turns + earlier.length + 1;
  const turns = recordedTurns(planned, {
    ...{ by: 'specialist' as const, capability, first, at },
    detail: { capability, ...drafted },
  });
  if (turn === undefined) {
    const rest = notPlanned(before, ports, failureOf(planned));
    return { ...rest, turns, commands: [...earlier, ...turns, ...rest.commands] };
  }
  const established = recordedFacts(turn.facts, state, at);
  const rest =
    stuck === undefined
      ? await follow(turn.step, { before, ports, completed })
      : { commands: [escalation(state, stuck, at)] };
  return { ...rest, turns, commands: [...earlier, ...turns, ...established, ...rest.commands] };
}

/** Steps that may not be taken end with a person; a planner in trouble is asked again after a while, a few times. */
function notPlanned(before: Before, ports: Ports, failure: ReturnType<typeof failureOf>): Followed {
  const { state, events, at, caseId, version } = before;
  if (failure === undefined) return { commands: [escalation(state, 'refused_step', at)] };
  const inMs = waitAfter(failure, events, ports.planAgainAfterMs);
  if (inMs === undefined) return { commands: [escalation(state, 'planner_failed', at)] };
  const capability = before.capability.name;
  const key = `plan-again:${caseId}:${capability}`;
  const timer = { task: 'plan-again', key, payload: { caseId, capability, version }, dueAt: { inMs } };
  return { commands: [], timers: [timer] };
}

/** What an action is done to, in the words of the case that it belongs to. */
function subjectOf(action: Action): string {
  return subjectOfAction(capabilities.byKind(action.kind), action);
}
