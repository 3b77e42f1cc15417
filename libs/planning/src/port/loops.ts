import { sortedText } from './same-json.js';
import type { CallToolStep } from './step.js';
import type { PlannerView } from './view.js';

/**
 * A planner loops when, with nothing new said by the customer, it asks again for what it was already
 * told, or tries a failing look more than `failuresMax` times. Reading again after a new message is fine.
 */
export function repeatsItself(
  view: PlannerView,
  call: Pick<CallToolStep, 'tool' | 'arguments'>,
  failuresMax = 3,
): boolean {
  const wanted = fingerprint(call);
  const lastMessage = view.conversation.findLastIndex((entry) => entry.kind === 'customer_message');
  const same = view.conversation
    .slice(lastMessage + 1)
    .filter((entry) => entry.kind === 'tool_result' && fingerprint(entry) === wanted);
  const failures = same.filter((entry) => entry.kind === 'tool_result' && entry.outcome === 'no_answer');
  return failures.length >= failuresMax || same.length > failures.length;
}

/** The first bound that is used up, or undefined while every bound still has something left. */
export function boundReached(view: PlannerView): keyof PlannerView['boundsLeft'] | undefined {
  const order = ['turns', 'toolCalls', 'wallClockMs', 'spendMicros'] as const;
  return order.find((bound) => view.boundsLeft[bound] <= 0);
}

function fingerprint(call: Pick<CallToolStep, 'tool' | 'arguments'>): string {
  return sortedText([call.tool, call.arguments]);
}
