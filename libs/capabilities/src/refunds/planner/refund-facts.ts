import type { Fact, FactBasis, Json, PlannerView, ToolResult } from '@countersign/planning';
import type { LineWanted } from './order-lines.js';
import type { OrderRecord } from './order-record.js';
import { type Passage, windowEnd } from './policy-passage.js';
import type { RefundMessage, RefundRequest } from './refund-requests.js';
import { readUnopenedAnswer, type UnopenedAnswer } from './unopened-answers.js';

/** Facts of one request, collected in the order they are found. */
export interface Evidence {
  facts: Fact[];
}

export const orderSubject = (orderId: string): string => `order:${orderId}`;

/** The goods a question is about: the order itself when every line is meant in full, else its lines. */
export function goodsSubject(order: OrderRecord, lines: readonly LineWanted[]): string {
  const whole = order.lines.every((line) => {
    return lines.some((wanted) => wanted.lineId === line.lineId && wanted.quantity === line.quantity);
  });
  if (whole) return orderSubject(order.id);
  const ids = lines.map((line) => line.lineId).toSorted();
  return `${orderSubject(order.id)}/lines:${ids.join(',')}`;
}

/** What the record says. A delivery that is not recorded yields no fact at all. */
export function recordFacts(order: OrderRecord, read: ToolResult): Fact[] {
  const subject = orderSubject(order.id);
  const basis = basisOf('record', read);
  const { chargeId, version, currency, status } = order;
  const value: Json = { id: order.id, version, currency, status, ...(chargeId ? { chargeId } : {}) };
  const facts: Fact[] = [{ name: 'order', subject, status: 'established', value, basis }];
  if (order.deliveredAt !== undefined) {
    facts.push({ name: 'deliveredAt', subject, status: 'established', value: order.deliveredAt, basis });
  }
  return facts;
}

/** A section that was found, as a fact of the order it is cited for. */
export function policyFact(name: 'policy' | 'policyOnDays', order: OrderRecord, found: Cited): Fact {
  const { documentId, version, section } = found.passage;
  const readAt = found.read.provenance?.readAt ?? found.read.at;
  const provenance = { source: documentId, section, version, readAt };
  const basis: FactBasis = { kind: 'policy', callId: found.read.callId, provenance };
  const value: Json = { documentId, version, section };
  return { name, subject: orderSubject(order.id), status: 'established', value, basis };
}

export interface Cited {
  passage: Passage;
  read: ToolResult;
}

/** The last instant of the window, where the policy states days and a zone; it names what it was computed from. */
export function windowFacts(order: OrderRecord, cited: Cited, counting: Cited): Fact[] {
  if (order.deliveredAt === undefined) return [];
  const value = windowEnd(cited.passage, counting.passage, order.deliveredAt);
  if (value === undefined) return [];
  const subject = orderSubject(order.id);
  const apart = counting.passage.section !== cited.passage.section;
  const from = ['deliveredAt', 'policy', ...(apart ? ['policyOnDays'] : [])].map((name) => ({
    name,
    subject,
  }));
  const window: Fact = {
    name: 'windowEndsAt',
    subject,
    status: 'established',
    value,
    basis: { kind: 'computed', from },
  };
  return apart ? [policyFact('policyOnDays', order, counting), window] : [window];
}

/** What is known about the seal: a fact, or how often it was asked and what was made of the answers. */
export type UnopenedState =
  | { status: 'fact'; fact: Fact }
  | { status: 'not_asked' }
  | { status: 'awaiting' }
  | { status: 'unreadable'; answers: number };

/**
 * Whether the goods are unopened is in no record, so it is the customer's own statement or it is unknown.
 * The record of the case comes first; then the latest readable answer or statement in the request.
 */
export function unopenedState(view: PlannerView, request: RefundRequest, subject: string): UnopenedState {
  const recorded = view.facts.find((fact) => fact.name === 'unopened' && fact.subject === subject);
  if (recorded !== undefined) return { status: 'fact', fact: recorded };
  const ofMore = view.facts.find((fact) => isSealed(fact) && covers(fact.subject, subject));
  if (ofMore !== undefined) return { status: 'fact', fact: { ...ofMore, subject } };
  const questionId = `unopened:${subject}`;
  const said = request.messages
    .map((message) => ({ message, answer: readSaid(message, questionId) }))
    .filter(({ answer }) => answer !== 'none')
    .at(-1);
  if (said !== undefined) return { status: 'fact', fact: toFact(said.answer, said.message, subject) };
  const asked = view.conversation.findIndex((e) => e.kind === 'question' && e.questionId === questionId);
  if (asked < 0) return { status: 'not_asked' };
  // A message about another order answers nothing about this one.
  const answers = request.messages.filter(({ index }) => index > asked).length;
  return answers === 0 ? { status: 'awaiting' } : { status: 'unreadable', answers };
}

const isSealed = (fact: Fact): boolean =>
  fact.name === 'unopened' && fact.status === 'established' && fact.value === true;

/** What was said of the whole order, or of more of its lines, was said of each of them: it is not asked again. */
function covers(more: string, subject: string): boolean {
  const [order, lines] = subject.split('/lines:');
  const [moreOrder, moreLines] = more.split('/lines:');
  if (order !== moreOrder || lines === undefined) return false;
  const said = moreLines?.split(',');
  return said === undefined || lines.split(',').every((line) => said.includes(line));
}

/** A bare yes or no counts only as the first answer to this very question; plain statements count anywhere. */
function readSaid(read: RefundMessage, questionId: string): UnopenedAnswer {
  const asked = read.answers?.question.questionId;
  if (asked === questionId && read.answers?.first) return readUnopenedAnswer(read.message.text);
  const aboutOther =
    asked?.startsWith('unopened:') && asked !== questionId && !namesOther(read, asked, questionId);
  return aboutOther || read.unopened === 'unsure' ? 'none' : read.unopened;
}

/** After a question about one order, a message that names another speaks of that other. */
function namesOther({ orderIds }: RefundMessage, asked: string, questionId: string): boolean {
  const orderOf = (id: string) => /:order:([A-Za-z0-9]+)/.exec(id)?.[1] ?? '';
  return orderOf(asked) !== orderOf(questionId) && orderIds.includes(orderOf(questionId));
}

function toFact(answer: UnopenedAnswer, { message }: RefundMessage, subject: string): Fact {
  const about = { name: 'unopened', subject };
  const { messageId } = message;
  if (answer === 'unopened' || answer === 'opened') {
    return {
      ...about,
      status: 'established',
      value: answer === 'unopened',
      basis: { kind: 'stated', messageId },
    };
  }
  return {
    ...about,
    status: 'unknown',
    reason: answer === 'mixed' ? 'differs_between_goods' : 'customer_unsure',
  };
}

function basisOf(kind: 'record' | 'policy', read: ToolResult): FactBasis {
  const provenance = read.provenance ?? { source: read.tool, version: 'unstated', readAt: read.at };
  return { kind, callId: read.callId, provenance };
}
