import type { AskStep, ReplyStep } from '@countersign/planning';
import type { LineWanted } from './order-lines.js';
import type { OrderRecord } from './order-record.js';
import type { Passage } from './policy-passage.js';
import type { RefundReason } from './refund-reason.js';

/** What the policy is searched for; fixed words, so that nothing a customer types reaches a query. */
export const queries: Record<RefundReason, string> = {
  unopened_return: 'refund of unopened products',
  damaged: 'refund of damaged products',
  late: 'refund for late delivery',
  other: 'refund',
};

/** Where the zone that days are counted in is looked for when the section itself does not name it. */
export const daysQuery = 'how the days are counted, time zone';

/** Replies that end a request until the customer asks again. Each carries the order's id. */
export const closingCodes: readonly string[] = [
  'refund_not_covered',
  'refund_outside_window',
  'refund_not_delivered',
];

export function whichOrder(notFound?: string): string {
  if (notFound === undefined)
    return 'Which order is it about? The order number is enough, for example #1234.';
  return `There is no order ${notFound} in your account. Which order number is it?`;
}

export function askUnopened(subject: string, order: OrderRecord, lines: readonly LineWanted[]): AskStep {
  const goods = titles(order, lines);
  const text = `The records do not say whether the goods were opened. Is this still unopened: ${goods}?`;
  return { type: 'ask', questionId: `unopened:${subject}`, about: 'unopened', text };
}

export function askLines(questionId: string, order: OrderRecord): AskStep {
  const all = order.lines.map(({ lineId, quantity }) => ({ lineId, quantity }));
  const text = `Which of these should be refunded from order ${order.id}: ${titles(order, all)}?`;
  return { type: 'ask', questionId, about: 'lines', text };
}

export function answerNeeded(questionId: string): ReplyStep {
  const text = 'Please answer with yes (still unopened), no (opened), or that you do not know.';
  return { type: 'reply', code: 'answer_needed', params: { questionId }, text };
}

export function notStarted(): ReplyStep {
  const text = 'No new refund was started. Tell me if you need anything else.';
  return { type: 'reply', code: 'refund_not_started', params: {}, text };
}

export function notDelivered(order: OrderRecord, passage: Passage): ReplyStep {
  const text = `The record of order ${order.id} shows no delivery (status: ${order.status}), and before that a return is not possible (${cite(passage)}). I can hand this to a person.`;
  const params = { orderId: order.id, status: order.status, ...citation(passage) };
  return { type: 'reply', code: 'refund_not_delivered', params, text };
}

export function outsideWindow(order: OrderRecord, passage: Passage, windowEndsAt: string): ReplyStep {
  const text = `The return window of order ${order.id} ended at ${windowEndsAt} (${cite(passage)}). I can hand this to a person.`;
  const params = { orderId: order.id, windowEndsAt, ...citation(passage) };
  return { type: 'reply', code: 'refund_outside_window', params, text };
}

export function notCovered(order: OrderRecord, passage: Passage, opened: Passage | undefined): ReplyStep {
  const more =
    opened === undefined ? '' : ` What applies to opened products is in section ${opened.section}.`;
  const text = `${cite(passage)} covers unopened products, and you told us this was opened.${more} I can hand order ${order.id} to a person.`;
  const also = opened === undefined ? {} : { openedSection: opened.section };
  return {
    type: 'reply',
    code: 'refund_not_covered',
    params: { orderId: order.id, ...citation(passage), ...also },
    text,
  };
}

function titles(order: OrderRecord, lines: readonly LineWanted[]): string {
  return lines
    .map(({ lineId, quantity }) => {
      const title = order.lines.find((line) => line.lineId === lineId)?.title ?? `line ${lineId}`;
      return quantity > 1 ? `${quantity} × ${title}` : title;
    })
    .join(', ');
}

function cite(passage: Passage): string {
  return `Section ${passage.section} of ${passage.documentId}, version ${passage.version}`;
}

function citation({ documentId, section, version }: Passage) {
  return { documentId, section, version };
}
