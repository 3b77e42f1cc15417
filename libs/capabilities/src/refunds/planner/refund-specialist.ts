import type { CallToolStep, PlannerView, Step } from '@countersign/planning';
import { lookUp, only, type Thought, withFacts } from '@countersign/planning/rules';
import { type OrderRecord, readOrderRecord } from './order-record.js';
import { openedPassage, passageFor } from './policy-passage.js';
import { policyFact, recordFacts } from './refund-facts.js';
import { thinkAboutGoods } from './refund-goods.js';
import { searchPolicy, thinkAboutWindow } from './refund-policy.js';
import type { RefundReason } from './refund-reason.js';
import {
  type RefundMessage,
  type RefundRequest,
  refundMessages,
  requestsOf,
  rereadAfter,
} from './refund-requests.js';
import * as say from './refund-words.js';

const ASKED_FOR_ORDER_MAX = 3;

/**
 * Investigates one refund at a time and drafts it. Everything it claims was read in this view: the order
 * from its record, the rule from a cited section, the seal from the customer. What is missing is looked
 * up, then asked, then handed to a person; it is never assumed.
 */
export function thinkAboutRefund(view: PlannerView): Thought {
  const messages = refundMessages(view.conversation);
  const last = messages.at(-1);
  if (last === undefined) return only({ type: 'done', outcome: 'awaiting_customer' });
  const requests = requestsOf(view, messages);
  if (isWithdrawn(last)) return only(withdrawn(view, last));
  const open = requests.map((request) => thinkAboutOrder(view, request));
  const [next, ...later] = open.filter(({ step }) => step.type !== 'done');
  if (next !== undefined) return later.length === 0 ? next : withMore(next);
  const rest = open.at(-1);
  if (rest !== undefined) return rest;
  if (view.proposals.length > 0) return only({ type: 'done', outcome: 'proposed' });
  return only(askWhichOrder(view, messages));
}

/** Another order was asked about as well: it comes next, without anybody having to write again. */
function withMore({ step, facts }: Thought): Thought {
  if (step.type !== 'propose' && step.type !== 'reply') return { step, facts };
  return { step: { ...step, more: true }, facts };
}

function isWithdrawn({ reading, refusesRefund }: RefundMessage): boolean {
  return refusesRefund && !reading.intents.some(({ intent }) => intent === 'refund_request');
}

function withdrawn(view: PlannerView, last: RefundMessage): Step {
  const told = view.conversation.slice(last.index).some((entry) => entry.kind === 'reply');
  return told ? { type: 'done', outcome: 'withdrawn' } : say.notStarted();
}

function askWhichOrder(view: PlannerView, messages: readonly RefundMessage[], notFound?: string): Step {
  const asked = view.conversation.filter((entry) => entry.kind === 'question' && entry.about === 'order');
  const last = view.conversation.findLastIndex(
    (entry) => entry.kind === 'question' && entry.about === 'order',
  );
  if (last > (messages.at(-1)?.index ?? -1)) return { type: 'done', outcome: 'awaiting_customer' };
  if (asked.length >= ASKED_FOR_ORDER_MAX) return { type: 'escalate', reason: 'order_not_named' };
  return {
    type: 'ask',
    questionId: `order:${asked.length + 1}`,
    about: 'order',
    text: say.whichOrder(notFound),
  };
}

function thinkAboutOrder(view: PlannerView, request: RefundRequest): Thought {
  const told = closedBy(view, request);
  if (told) return only({ type: 'done', outcome: 'declined' });
  const call: CallToolStep = {
    type: 'call_tool',
    tool: 'read_order',
    arguments: { orderId: request.orderId },
  };
  const look = lookUp(view, call, rereadAfter(view, request));
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'order_unknown' });
  if (look.status === 'absent') return only(askWhichOrder(view, request.messages, request.orderId));
  const order = readOrderRecord(look.result.data);
  if (order === undefined || order.id.toUpperCase() !== request.orderId.toUpperCase()) {
    return only({ type: 'escalate', reason: 'order_record_unreadable' });
  }
  const found = recordFacts(order, look.result);
  return withFacts(found, thinkAboutPolicy(view, request, order));
}

function thinkAboutPolicy(view: PlannerView, request: RefundRequest, order: OrderRecord): Thought {
  const reason = reasonOf(request);
  const look = searchPolicy(view, request, say.queries[reason]);
  if ('step' in look) return only(look.step);
  const passage =
    passageFor(look.passages, reason) ??
    (reason === 'damaged' ? undefined : passageFor(look.passages, 'unopened_return'));
  if (passage === undefined) return only({ type: 'escalate', reason: `no_policy_found_for:${reason}` });
  const cited = { passage, read: look.read };
  const facts = [policyFact('policy', order, cited)];
  if (order.deliveredAt === undefined) return { facts, step: say.notDelivered(order, passage) };
  const window = thinkAboutWindow(view, request, { order, cited, passages: look.passages });
  if ('step' in window) return withFacts([...facts, ...window.facts], only(window.step));
  facts.push(...window.facts);
  const names = ['order', 'deliveredAt', ...facts.map((fact) => fact.name)];
  const opened = openedPassage(look.passages, passage);
  return withFacts(facts, thinkAboutGoods(view, request, { order, passage, opened, reason, names }));
}

/** The last reason given wins; most people give none, and then the goods are returned as they came. */
function reasonOf(request: RefundRequest): RefundReason {
  const given = request.messages.map(({ reason }) => reason).filter((reason) => reason !== 'unopened_return');
  return given.at(-1) ?? 'unopened_return';
}

/** A request ends with the reply that declined it, until the customer asks again. */
function closedBy(view: PlannerView, request: RefundRequest): boolean {
  const last = request.messages.findLast(({ reading }) =>
    reading.intents.some((i) => i.intent === 'refund_request'),
  );
  const after = last?.index ?? request.messages[0]?.index ?? -1;
  return view.conversation.some((entry, index) => {
    const closes = entry.kind === 'reply' && say.closingCodes.includes(entry.code) && index > after;
    return closes && (entry.params === undefined || entry.params.orderId === request.orderId);
  });
}
