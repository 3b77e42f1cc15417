import { boundReached } from '../port/loops.js';
import type { CallToolStep, Step } from '../port/step.js';
import type { Fact, JsonObject, PlannerView } from '../port/view.js';
import { lookUp } from './look-up.js';
import { type LineWanted, readLines } from './order-lines.js';
import { amountOf, type OrderRecord, readOrderRecord } from './order-record.js';
import { type Passage, passageFor, readPassages } from './policy-passage.js';
import type { RefundReason } from './read-message.js';
import { goodsSubject, orderSubject, policyFacts, recordFacts, unopenedState } from './refund-facts.js';
import {
  latestProposal,
  type MessageRead,
  type RefundRequest,
  readMessages,
  requestsOf,
} from './refund-requests.js';
import * as say from './refund-words.js';

/** A step and the facts it was taken on. */
export interface Thought {
  step: Step;
  facts: Fact[];
}

const ASKED_FOR_ORDER_MAX = 3;
const UNREADABLE_ANSWERS_MAX = 2;

/**
 * Investigates one refund at a time and drafts it. Everything it claims was read in this view: the order
 * from its record, the rule from a cited section, the seal from the customer. What is missing is looked
 * up, then asked, then handed to a person; it is never assumed.
 */
export function thinkAboutRefund(view: PlannerView): Thought {
  const messages = readMessages(view.conversation);
  const last = messages.at(-1);
  const bound = boundReached(view);
  if (bound !== undefined) return only({ type: 'escalate', reason: `bound_reached:${bound}` });
  if (last === undefined) return only({ type: 'done', outcome: 'awaiting_customer' });
  if (last.reading.wantsPerson) return only({ type: 'escalate', reason: 'customer_asked_for_a_person' });
  const requests = requestsOf(view, messages);
  if (isWithdrawn(last)) return only({ type: 'done', outcome: 'withdrawn' });
  const open = requests.map((request) => thinkAboutOrder(view, request));
  const next = open.find(({ step }) => step.type !== 'done') ?? open.at(-1);
  if (next !== undefined) return next;
  if (view.proposals.length > 0) return only({ type: 'done', outcome: 'proposed' });
  return only(askWhichOrder(view, messages));
}

function isWithdrawn({ reading }: MessageRead): boolean {
  return reading.refusesRefund && !reading.intents.some(({ intent }) => intent === 'refund_request');
}

function askWhichOrder(view: PlannerView, messages: readonly MessageRead[], notFound?: string): Step {
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
  const look = lookUp(view, request, call);
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
  const call: CallToolStep = {
    type: 'call_tool',
    tool: 'search_policy',
    arguments: { query: say.queries[reason] },
  };
  const look = lookUp(view, request, call);
  if (look.status === 'call') return only(call);
  if (look.status === 'unknown') return only({ type: 'escalate', reason: 'policy_unknown' });
  const passages = look.status === 'found' ? readPassages(look.result.data) : [];
  const passage = passageFor(passages, reason) ?? passageFor(passages, 'unopened_return');
  if (passage === undefined || look.status !== 'found')
    return only({ type: 'escalate', reason: 'no_policy_found' });
  const facts = policyFacts(order, passage, look.result);
  if (order.deliveredAt === undefined) return { facts, step: say.notDelivered(order, passage) };
  const windowEndsAt = facts.find((fact) => fact.name === 'windowEndsAt');
  const end = windowEndsAt?.status === 'established' ? String(windowEndsAt.value) : undefined;
  if (end !== undefined && Date.parse(view.clock) > Date.parse(end)) {
    return { facts, step: say.outsideWindow(order, passage, end) };
  }
  const names = ['order', 'deliveredAt', ...facts.map((fact) => fact.name)];
  return withFacts(facts, thinkAboutGoods(view, request, { order, passage, reason, names }));
}

interface Investigated {
  /** Names of the facts about the order that the proposal will rest on. */
  names: string[];
  order: OrderRecord;
  passage: Passage;
  reason: RefundReason;
}

function thinkAboutGoods(view: PlannerView, request: RefundRequest, known: Investigated): Thought {
  const { order, passage, reason } = known;
  const lines = linesOf(request, order);
  if (lines === undefined) return only(askWhichLines(view, request, order));
  const proposal = latestProposal(view, order.id);
  if (proposal !== undefined && stands(proposal.state) && sameLines(proposal.arguments, lines)) {
    return only({ type: 'done', outcome: 'proposed' });
  }
  const subject = goodsSubject(order, lines);
  const seal = unopenedState(view, request, subject);
  if (seal.status === 'awaiting') return only({ type: 'done', outcome: 'awaiting_customer' });
  if (seal.status === 'not_asked') return only(say.askUnopened(subject, order, lines));
  if (seal.status === 'unreadable') return only(askedAndUnread(view, subject, seal.answers));
  const facts = [seal.fact];
  if (seal.fact.status === 'unknown')
    return { facts, step: { type: 'escalate', reason: 'unopened_unknown' } };
  const covered =
    seal.fact.value === true || (reason !== 'unopened_return' && passageCovers(passage, reason));
  if (!covered) return { facts, step: say.notCovered(order, passage) };
  return { facts, step: propose(view, known, { lines, subject }) };
}

function propose(
  view: PlannerView,
  known: Investigated,
  goods: { lines: LineWanted[]; subject: string },
): Step {
  const { order, reason, names } = known;
  const amountMinor = amountOf(order, goods.lines);
  if (amountMinor === undefined) return { type: 'escalate', reason: 'amount_not_computable' };
  if (!view.actions.some((action) => action.kind === 'refund.create')) {
    return { type: 'escalate', reason: 'refund_not_offered' };
  }
  const subject = orderSubject(order.id);
  return {
    type: 'propose',
    kind: 'refund.create',
    target: subject,
    arguments: { orderId: order.id, lines: goods.lines.map((line) => ({ ...line })), reason },
    amountMinor,
    currency: order.currency,
    evidence: [...names.map((name) => ({ name, subject })), { name: 'unopened', subject: goods.subject }],
  };
}

function passageCovers(passage: Passage, reason: RefundReason): boolean {
  return passageFor([passage], reason) !== undefined;
}

/** The last reason given wins; most people give none, and then the goods are returned as they came. */
function reasonOf(request: RefundRequest): RefundReason {
  const given = request.messages
    .map(({ reading }) => reading.reason)
    .filter((reason) => reason !== 'unopened_return');
  return given.at(-1) ?? 'unopened_return';
}

/** Named lines if any were named, every line when the order itself was; undefined when it has to be asked. */
function linesOf(request: RefundRequest, order: OrderRecord): LineWanted[] | undefined {
  const readings = request.messages.map(({ message, answers }) => ({
    reading: readLines(message.text, order),
    answer: answers?.first === true && answers.question.questionId === `lines:${orderSubject(order.id)}`,
  }));
  const answered = readings.findLast(({ answer, reading }) => answer && reading.outcome === 'lines');
  const named = answered ?? readings.find(({ reading }) => reading.outcome !== 'unnamed');
  if (named === undefined) return order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
  return named.reading.outcome === 'lines' ? named.reading.lines : undefined;
}

function askWhichLines(view: PlannerView, request: RefundRequest, order: OrderRecord): Step {
  const questionId = `lines:${orderSubject(order.id)}`;
  const asked = view.conversation.findIndex((e) => e.kind === 'question' && e.questionId === questionId);
  if (asked < 0) return say.askLines(questionId, order);
  const answers = request.messages.filter(({ index }) => index > asked).length;
  if (answers === 0) return { type: 'done', outcome: 'awaiting_customer' };
  return { type: 'escalate', reason: 'lines_unclear' };
}

/** The question is asked once. An answer that does not read is met with a reminder of it, then with a person. */
function askedAndUnread(view: PlannerView, subject: string, answers: number): Step {
  const questionId = `unopened:${subject}`;
  const last = view.conversation.findLastIndex((entry) => entry.kind === 'customer_message');
  const reminded = view.conversation.findLastIndex(
    (entry) => entry.kind === 'reply' && entry.code === 'answer_needed',
  );
  if (reminded > last) return { type: 'done', outcome: 'awaiting_customer' };
  if (answers >= UNREADABLE_ANSWERS_MAX) return { type: 'escalate', reason: 'unopened_unknown' };
  return say.answerNeeded(questionId);
}

/** A request ends with the reply that declined it, until the customer asks again. */
function closedBy(view: PlannerView, request: RefundRequest): boolean {
  const last = request.messages.findLast(({ reading }) =>
    reading.intents.some((i) => i.intent === 'refund_request'),
  );
  const after = last?.index ?? request.messages[0]?.index ?? -1;
  return view.conversation.some((entry, index) => {
    const closes = entry.kind === 'reply' && say.closingCodes.includes(entry.code) && index > after;
    return closes && entry.params?.orderId === request.orderId;
  });
}

function stands(state: string): boolean {
  return !['denied', 'rejected', 'expired', 'invalidated', 'superseded', 'failed'].includes(state);
}

function sameLines(args: JsonObject, lines: readonly LineWanted[]): boolean {
  return JSON.stringify(args.lines) === JSON.stringify(lines);
}

function only(step: Step): Thought {
  return { step, facts: [] };
}

function withFacts(facts: Fact[], thought: Thought): Thought {
  return { step: thought.step, facts: [...facts, ...thought.facts] };
}
