import type { ConversationEntry, PlannerView, ProposalSeen, QuestionAsked } from '@countersign/planning';
import {
  asksFor,
  type MessageRead,
  normalise,
  readMessages,
  readOrderIdAnswer,
  soundsLikeChange,
} from '@countersign/planning/rules';
import { refundIntents, saysNoRefund } from './refund-intents.js';
import { type RefundReason, readReason } from './refund-reason.js';
import { readUnopenedStatement, type UnopenedAnswer } from './unopened-answers.js';

/** A message as it is read for refunds: which orders it names, and what it says of the goods. */
export interface RefundMessage extends MessageRead {
  readonly orderIds: readonly string[];
  readonly unopened: UnopenedAnswer;
  readonly reason: RefundReason;
  readonly refusesRefund: boolean;
}

/** The messages about one order that no proposal has answered yet, oldest first. */
export interface RefundRequest {
  orderId: string;
  messages: RefundMessage[];
}

export function refundMessages(conversation: readonly ConversationEntry[]): RefundMessage[] {
  return readMessages(conversation, [refundIntents]).map(asRefundMessage);
}

export function asRefundMessage(read: MessageRead): RefundMessage {
  const { text } = read.message;
  const answersOrder = read.answers?.question.about === 'order' && read.answers.first;
  return {
    ...read,
    orderIds: answersOrder ? readOrderIdAnswer(normalise(text)) : read.reading.orderIds,
    unopened: readUnopenedStatement(text),
    reason: readReason(text),
    refusesRefund: saysNoRefund(text),
  };
}

/**
 * Splits the conversation by order. A message that names no order belongs to the order its question was
 * about, else to the one named last before it, else to the first one named after it.
 */
export function requestsOf(view: PlannerView, messages: readonly RefundMessage[]): RefundRequest[] {
  const byOrder = new Map<string, RefundMessage[]>();
  const early: RefundMessage[] = [];
  let current: string | undefined;
  for (const message of messages) {
    const asked = message.answers?.first ? subjectOrder(message.answers.question) : undefined;
    const ids =
      message.orderIds.length > 0 ? message.orderIds : [asked ?? current].filter((id) => id !== undefined);
    if (ids.length === 0) early.push(message);
    for (const id of ids) {
      const before = byOrder.get(id) ?? (byOrder.size === 0 ? [...early] : []);
      byOrder.set(id, [...before, message]);
    }
    current = ids.at(-1) ?? current;
  }
  return [...byOrder].flatMap(([orderId, all]) => {
    const since = all.filter((message) => !answered(view, orderId, message));
    const wanted = since.some(
      (message) => asksFor(message.reading, 'refund_request') || changesWish(message),
    );
    const first = all.length === since.length && since.some(isWish);
    return wanted || first ? [{ orderId, messages: since }] : [];
  });
}

/** The latest proposal about an order, or undefined. */
function latestProposal(view: PlannerView, orderId: string): ProposalSeen | undefined {
  return view.proposals
    .filter((proposal) => proposal.arguments.orderId === orderId)
    .toSorted((a, b) => (a.proposedAt < b.proposedAt ? -1 : a.proposedAt > b.proposedAt ? 1 : 0))
    .at(-1);
}

/** `unopened:order:4821/lines:2` is about order 4821. */
function subjectOrder(question: QuestionAsked): string | undefined {
  return /^[a-z_]+:order:([A-Za-z0-9]+)/.exec(question.questionId)?.[1];
}

function answered(view: PlannerView, orderId: string, { message }: RefundMessage): boolean {
  const proposal = latestProposal(view, orderId);
  return proposal !== undefined && Date.parse(message.at) <= Date.parse(proposal.proposedAt);
}

/** The coordinator routed the case here, so the first words about an order count unless they say otherwise. */
function isWish({ reading, answers }: RefundMessage): boolean {
  if (asksFor(reading, 'refund_request') || answers !== undefined) return true;
  return reading.intents.every(({ intent }) => intent === 'other' || intent === 'smalltalk');
}

/** After a proposal, words that change what was asked for are a request too, unless they are about something else. */
function changesWish({ reading, message }: RefundMessage): boolean {
  return soundsLikeChange(message.text) && reading.intents.every(({ intent }) => intent === 'other');
}

/** After an earlier proposal about the order, what was read for it is stale: look again from this request on. */
export function rereadAfter(view: PlannerView, request: RefundRequest): number {
  const first = request.messages[0]?.index ?? -1;
  return latestProposal(view, request.orderId) === undefined ? -1 : first;
}
