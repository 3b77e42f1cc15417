import type { CallToolStep, Fact, PlannerView, Step, ToolResult } from '@countersign/planning';
import { asksFor, lookUp, only, type Thought } from '@countersign/planning/rules';
import type { OrderRecord } from './order-record.js';
import { countingPassage, daysOf, type Passage, readPassages } from './policy-passage.js';
import { type Cited, windowFacts } from './refund-facts.js';
import { type RefundRequest, rereadAfter } from './refund-requests.js';
import * as say from './refund-words.js';

/** Passages that were found, or the step that has to come first. */
export type PolicyLook = { step: Step } | { passages: Passage[]; read: ToolResult };

/** The policy as the search returns it; a search that fails for good is a person's matter. */
export function searchPolicy(view: PlannerView, request: RefundRequest, query: string): PolicyLook {
  const call: CallToolStep = { type: 'call_tool', tool: 'search_policy', arguments: { query } };
  const look = lookUp(view, call, rereadAfter(view, request));
  if (look.status === 'call') return { step: call };
  if (look.status === 'unknown') return { step: { type: 'escalate', reason: 'policy_unknown' } };
  if (look.status === 'absent') return { step: { type: 'escalate', reason: 'no_policy_found' } };
  return { passages: readPassages(look.result.data), read: look.result };
}

export interface Citing {
  order: OrderRecord;
  cited: Cited;
  passages: Passage[];
}

/**
 * The end of the window. Days and their zone may stand in two sections; the second is searched for once
 * the first named days. If it cannot be found, no end is claimed and policy alone decides about time.
 */
export function thinkAboutWindow(
  view: PlannerView,
  request: RefundRequest,
  citing: Citing,
): { facts: Fact[] } | Thought {
  const { order, cited } = citing;
  const near = countingPassage(citing.passages, cited.passage);
  let counting: Cited | undefined = near && { passage: near, read: cited.read };
  if (counting === undefined && daysOf(cited.passage) !== undefined) {
    const look = searchPolicy(view, request, say.daysQuery);
    if ('step' in look && look.step.type === 'call_tool') return only(look.step);
    const far = 'step' in look ? undefined : countingPassage(look.passages, cited.passage);
    counting = far && !('step' in look) ? { passage: far, read: look.read } : undefined;
  }
  const facts = counting === undefined ? [] : windowFacts(order, cited, counting);
  const end = facts.findLast((fact) => fact.status === 'established' && fact.name === 'windowEndsAt');
  const endsAt = end?.status === 'established' ? String(end.value) : undefined;
  if (endsAt === undefined || Date.parse(askedAt(view, request)) <= Date.parse(endsAt)) return { facts };
  return { facts, step: say.outsideWindow(order, cited.passage, endsAt) };
}

/** The moment of the request counts, not the moment we get round to it. */
function askedAt(view: PlannerView, request: RefundRequest): string {
  const asked =
    request.messages.find(({ reading }) => asksFor(reading, 'refund_request')) ?? request.messages[0];
  return asked?.message.at ?? view.clock;
}
