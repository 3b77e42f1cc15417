import { sameJson } from '../port/same-json.js';
import type { Planner, Turn } from '../port/step.js';
import type { Fact, PlannerView } from '../port/view.js';
import { thinkAboutCase } from './coordinator.js';
import { thinkAboutRefund } from './refund-specialist.js';
import type { Thought } from './thought.js';

const versions = { planner: 'rules-1', model: 'none', prompt: 'none' } as const;

/**
 * The planner that needs no model and no network: rules over real wording. The same view always gives
 * the same turn, and it costs nothing, so it is also what every other planner is measured against.
 */
export class RulesPlanner implements Planner {
  async next(view: PlannerView): Promise<Turn> {
    const { step, facts } = think(view);
    const usage = { inputTokens: 0, outputTokens: 0, costMicros: 0 };
    return { step, facts: facts.filter((fact) => !isRecorded(fact, view)), usage, versions: { ...versions } };
  }
}

function think(view: PlannerView): Thought {
  if (view.role.kind === 'coordinator') return { step: thinkAboutCase(view), facts: [] };
  if (view.role.capability === 'refunds') return thinkAboutRefund(view);
  return { step: { type: 'escalate', reason: `no_rules_for:${view.role.capability}` }, facts: [] };
}

/** A fact is said once; it is said again only when what it rests on was read again and says otherwise. */
function isRecorded(fact: Fact, view: PlannerView): boolean {
  const recorded = view.facts.findLast((known) => known.name === fact.name && known.subject === fact.subject);
  if (recorded === undefined || recorded.status !== fact.status) return false;
  if (recorded.status === 'unknown' || fact.status === 'unknown') return true;
  return sameJson(recorded.value, fact.value);
}
