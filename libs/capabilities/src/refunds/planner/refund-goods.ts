import type { PlannerView, ProposalSeen, Step } from '@countersign/planning';
import { cameToNothing, only, sameJson, type Thought } from '@countersign/planning/rules';
import { type LineWanted, readLines } from './order-lines.js';
import { amountOf, type OrderRecord } from './order-record.js';
import { type Passage, passageFor } from './policy-passage.js';
import { goodsSubject, orderSubject, unopenedState } from './refund-facts.js';
import type { RefundReason } from './refund-reason.js';
import type { RefundRequest } from './refund-requests.js';
import * as say from './refund-words.js';

const UNREADABLE_ANSWERS_MAX = 2;

/** What is settled before the goods are looked at. */
export interface Investigated {
  /** Names of the facts about the order that the proposal will rest on. */
  names: string[];
  order: OrderRecord;
  passage: Passage;
  opened: Passage | undefined;
  reason: RefundReason;
}

/** Which goods, whether they are unopened, and then the proposal, or why there is none. */
export function thinkAboutGoods(view: PlannerView, request: RefundRequest, known: Investigated): Thought {
  const { order, passage, opened, reason } = known;
  const lines = linesOf(request, order);
  if (lines === undefined) return only(askWhichLines(view, request, order));
  if (view.proposals.some((proposal) => asksTheSame(proposal, order.id, lines))) {
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
  if (!covered) return { facts, step: say.notCovered(order, passage, opened) };
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

/** The very same refund already stands or was made; asking again does not make it a second one. */
function asksTheSame(proposal: ProposalSeen, orderId: string, lines: readonly LineWanted[]): boolean {
  const { arguments: args } = proposal;
  if (cameToNothing(proposal) || args.orderId !== orderId) return false;
  return sameJson(
    args.lines,
    lines.map((line) => ({ ...line })),
  );
}
