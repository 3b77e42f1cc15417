import { intentOfAction } from '@countersign/capabilities';
import type { Action, EscalationReason } from '@countersign/domain';
import { contradictsItself, type PlannerView, repeatsItself, type Turn } from '@countersign/planning';
import type { Before } from './step-ports.js';

interface Planned {
  readonly turn: Turn;
  readonly view: PlannerView;
  /** The action that the records made of a proposal. */
  readonly action: Action | undefined;
}

/** Why a person has to take over though the step itself may be taken: the case turns in a circle, or contradicts itself. */
export function whyStuck(
  { state, events, proposals }: Before,
  { turn, view, action }: Planned,
  failuresMax: number,
): EscalationReason | undefined {
  const { step, facts } = turn;
  if (contradictsItself(view, facts)) return 'contradicting_facts';
  const lastSaid = view.conversation.findLastIndex((entry) => entry.kind === 'customer_message');
  const since = view.conversation.slice(lastSaid + 1);
  switch (step.type) {
    case 'call_tool':
      return repeatsItself(view, step, failuresMax) ? 'planning_loop' : undefined;
    case 'ask':
      return state.questions.some(({ questionId }) => questionId === step.questionId)
        ? 'planning_loop'
        : undefined;
    case 'reply':
      return since.some((entry) => entry.kind === 'reply' && entry.code === step.code) && step.more === true
        ? 'planning_loop'
        : undefined;
    case 'propose': {
      // Asked again by the customer, it is a duplicate, and policy says so (C03); by the planner alone, a circle.
      const message = events.findLast((event) => event.type === 'CustomerMessageReceived');
      const own = proposals.filter(({ causeId }) =>
        events.some((e) => e.id === causeId && e.version > (message?.version ?? 0)),
      );
      const intent = action && intentOfAction(state.opened.tenant, action);
      return own.some((one) => one.state.draft.intent === intent) ? 'planning_loop' : undefined;
    }
    default:
      return undefined;
  }
}
