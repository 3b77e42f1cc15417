import { sameJson } from '../port/same-json.js';
import type { CallToolStep } from '../port/step.js';
import type { PlannerView, ToolResult } from '../port/view.js';

/** What a look-up has come to: still to be made, failed for good, answered "no such thing", or found. */
export type Look =
  | { status: 'call' }
  | { status: 'unknown' }
  | { status: 'absent' }
  | { status: 'found'; result: ToolResult };

const FAILED_LOOKS_MAX = 3;

/**
 * A failed look says nothing about the thing: it is tried again within limits, then it is unknown. Looks up to the
 * entry `since` of the conversation are stale and do not count.
 */
export function lookUp(view: PlannerView, call: CallToolStep, since = -1): Look {
  const looks = view.conversation.filter((entry, index) => {
    return (
      entry.kind === 'tool_result' &&
      index > since &&
      entry.tool === call.tool &&
      sameJson(entry.arguments, call.arguments)
    );
  }) as ToolResult[];
  const answer = looks.findLast((look) => look.outcome !== 'no_answer');
  if (answer?.outcome === 'answered') return { status: 'found', result: answer };
  if (answer !== undefined) return { status: 'absent' };
  if (!view.tools.some((tool) => tool.name === call.tool)) return { status: 'unknown' };
  return { status: looks.length >= FAILED_LOOKS_MAX ? 'unknown' : 'call' };
}
