import { sameJson } from '../port/same-json.js';
import type { CallToolStep } from '../port/step.js';
import type { PlannerView, ToolResult } from '../port/view.js';
import { latestProposal, type RefundRequest } from './refund-requests.js';

/** What a look-up has come to: still to be made, failed for good, answered "no such thing", or found. */
export type Look =
  | { status: 'call' }
  | { status: 'unknown' }
  | { status: 'absent' }
  | { status: 'found'; result: ToolResult };

const FAILED_LOOKS_MAX = 3;

/** A failed look says nothing about the thing: it is tried again within limits, then it is unknown. */
export function lookUp(view: PlannerView, request: RefundRequest, call: CallToolStep): Look {
  const since = rereadAfter(view, request);
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

/** After an earlier proposal about the order, what was read for it is stale: look again from this request on. */
function rereadAfter(view: PlannerView, request: RefundRequest): number {
  const first = request.messages[0]?.index ?? -1;
  return latestProposal(view, request.orderId) === undefined ? -1 : first;
}
