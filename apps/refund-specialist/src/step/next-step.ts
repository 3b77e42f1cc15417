import { capabilities, subjectOfAction } from '@countersign/capabilities';
import type { Action } from '@countersign/domain';
import {
  caseView,
  failureOf,
  planWithin,
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
import type { Before, Followed, Ports, Taken } from './step-ports.js';
import { whyStuck } from './stuck.js';

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
