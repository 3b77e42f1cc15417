import type { Planner, Step, Turn } from '../port/step.js';
import type { PlannerView } from '../port/view.js';

/**
 * Some answers are no model's to give: at a bound, to somebody who asks for a person, and to words that sound like
 * an approval, where the cards are shown again (S03). Rules give those, for nothing, and everything else is asked.
 */
export class RulesFirst implements Planner {
  constructor(
    private readonly rules: Planner,
    private readonly model: Planner,
  ) {}

  async next(view: PlannerView): Promise<Turn> {
    const turn = await this.rules.next(view);
    return isSettled(turn.step, view) ? turn : this.model.next(view);
  }
}

function isSettled(step: Step, { role }: PlannerView): boolean {
  if (step.type === 'escalate') {
    return step.reason === 'customer_asked_for_a_person' || step.reason.startsWith('bound_reached');
  }
  if (role.kind === 'specialist') return false;
  return (
    step.type === 'done' ||
    (step.type === 'reply' && ['cards_shown_again', 'proposal_states'].includes(step.code))
  );
}
