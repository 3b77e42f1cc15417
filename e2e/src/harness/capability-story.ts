import type { Scenario } from '@countersign/capabilities/scenarios';
import { expect } from '@jest/globals';
import type { Person } from './person.js';
import type { System } from './system.js';

export interface ToldStory {
  readonly person: Person;
  readonly proposalId: string;
}

/** Somebody asks, everybody whom policy asks says yes, and the answer to the one call is lost. */
export async function askedAndApproved(system: System, scenario: Scenario): Promise<ToldStory> {
  const { effect, yes } = scenario;
  const person = system.newPerson(scenario.person);
  await system.admin.fault(effect.system, { route: effect.route, kind: 'response_lost', times: 1 });
  const { caseId } = await person.say(scenario.says);
  const proposalId = await system.proposalOf(caseId);
  for (const name of yes) {
    const decider = name === scenario.person ? person : system.as(name);
    expect([200, 202]).toContain((await decider.decide(proposalId, 'approve')).status);
  }
  await system.waitForEvent(proposalId, 'ProposalCompleted');
  return { person, proposalId };
}

/** The steps of a proposal whose answer was lost, with one look at the target or several. */
export function stepsOf({ yes }: Scenario): readonly string[] {
  return [
    ...['ProposalDrafted', 'PolicyDecided'],
    ...(yes.length === 0 ? [] : ['ApprovalRequested']),
    ...yes.map(() => 'ApprovalGranted'),
    ...['ExecutionStarted', 'OutcomeUnknown', 'TargetLooked', 'OutcomeReconciled', 'ProposalCompleted'],
  ];
}

export async function stepsTaken(system: System, { proposalId }: ToldStory): Promise<readonly string[]> {
  const types = await system.types(proposalId);
  return types.filter((type, index) => type !== 'TargetLooked' || types[index - 1] !== type);
}

/** What the system's own ledger holds, and how often it was asked for it. */
export async function inTheLedger(system: System, { effect }: Scenario, proposalId: string) {
  const effects = await system.admin.effectsIn(effect.system);
  const calls = await system.admin.callsTo(effect.system);
  return {
    effects: effects.filter(({ operationId }) => operationId === proposalId),
    calls: calls.filter(({ route, key }) => route === effect.route && key === proposalId).length,
  };
}
