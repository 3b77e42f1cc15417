import type { Ports } from '@countersign/contracts';
import type { Planner } from './port/step.js';
import type { CapabilityRules } from './rules/capability-rules.js';
import { RulesPlanner } from './rules/rules-planner.js';
import type { PlannerChoice } from './settings.js';

/** The planner that was chosen. What a model needs is loaded where one was, and nowhere else. */
export async function plannerOf(
  choice: PlannerChoice,
  rules: readonly CapabilityRules[],
  ports: Ports,
): Promise<Planner> {
  const byRules = new RulesPlanner(rules);
  if (choice.kind === 'rules') return byRules;
  const { modelPlanner } = await import('./model/model.js');
  return modelPlanner(choice, byRules, ports);
}
