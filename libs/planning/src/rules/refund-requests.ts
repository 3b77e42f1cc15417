import type {
  ConversationEntry,
  CustomerMessage,
  PlannerView,
  ProposalSeen,
  QuestionAsked,
} from '../port/view.js';
import { soundsLikeChange } from './change-words.js';
import { readOrderIdAnswer } from './mentions.js';
import { normalise } from './normalise.js';
import { asksFor, type MessageReading, readMessage } from './read-message.js';

/** A message with its place in the conversation, what it says, and the question it came after. */
export interface MessageRead {
  index: number;
  message: CustomerMessage;
  reading: MessageReading;
  /** The nearest question before it, and whether this is the first message after that question. */
  answers?: { question: QuestionAsked; first: boolean };
  orderIds: string[];
}

/** The messages about one order that no proposal has answered yet, oldest first. */
export interface RefundRequest {
  orderId: string;
  messages: MessageRead[];
}

export function readMessages(conversation: readonly ConversationEntry[]): MessageRead[] {
  let question: QuestionAsked | undefined;
  let first = false;
  const read: MessageRead[] = [];
  conversation.forEach((entry, index) => {
    if (entry.kind === 'question') {
      question = entry;
      first = true;
    }
    if (entry.kind !== 'customer_message') return;
    const reading = readMessage(entry.text);
    const answersOrder = question?.about === 'order' && first;
    const orderIds = answersOrder ? readOrderIdAnswer(normalise(entry.text)) : reading.orderIds;
    read.push({
      index,
      message: entry,
      reading,
      orderIds,
      ...(question ? { answers: { question, first } } : {}),
    });
    first = false;
  });
  return read;
}

/**
 * Splits the conversation by order. A message that names no order belongs to the order its question was
 * about, else to the one named last before it, else to the first one named after it.
 */
export function requestsOf(view: PlannerView, messages: readonly MessageRead[]): RefundRequest[] {
  const byOrder = new Map<string, MessageRead[]>();
  const early: MessageRead[] = [];
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
export function latestProposal(view: PlannerView, orderId: string): ProposalSeen | undefined {
  return view.proposals
    .filter((proposal) => proposal.arguments.orderId === orderId)
    .toSorted((a, b) => (a.proposedAt < b.proposedAt ? -1 : a.proposedAt > b.proposedAt ? 1 : 0))
    .at(-1);
}

/** `unopened:order:4821/lines:2` is about order 4821. */
function subjectOrder(question: QuestionAsked): string | undefined {
  return /^[a-z_]+:order:([A-Za-z0-9]+)/.exec(question.questionId)?.[1];
}

function answered(view: PlannerView, orderId: string, { message }: MessageRead): boolean {
  const proposal = latestProposal(view, orderId);
  return proposal !== undefined && Date.parse(message.at) <= Date.parse(proposal.proposedAt);
}

/** The coordinator routed the case here, so the first words about an order count unless they say otherwise. */
function isWish({ reading, answers }: MessageRead): boolean {
  if (asksFor(reading, 'refund_request') || answers !== undefined) return true;
  return reading.intents.every(({ intent }) => intent === 'other' || intent === 'smalltalk');
}

/** After a proposal, words that change what was asked for are a request too, unless they are about something else. */
function changesWish({ reading, message }: MessageRead): boolean {
  return soundsLikeChange(message.text) && reading.intents.every(({ intent }) => intent === 'other');
}
