import type { PlannerView } from '@countersign/planning';
import type { CapabilityRules, MessageRead } from '@countersign/planning/rules';
import { refundIntents, saysNoRefund } from './refund-intents.js';
import { asRefundMessage } from './refund-requests.js';
import { thinkAboutRefund } from './refund-specialist.js';
import { notStarted } from './refund-words.js';

/** How refunds are asked for, and how one is investigated without a model. */
export const refundRules: CapabilityRules = {
  ...refundIntents,
  capability: 'refunds',
  matter: 'a refund of an order',
  takes: ['refund_request'],
  continues,
  turnedDown: ({ message }) => (saysNoRefund(message.text) ? notStarted() : undefined),
  think: thinkAboutRefund,
};

/** A bare order number, words about the seal, and whatever follows our reminder go on with the refund. */
function continues(last: MessageRead, view: PlannerView): string | undefined {
  const { orderIds, unopened } = asRefundMessage(last);
  if (orderIds.length > 0) return 'names_an_order';
  if (unopened !== 'none') return 'states_a_fact';
  const reply = view.conversation.findLast((entry) => entry.kind === 'reply');
  return reply?.code === 'answer_needed' ? 'answers_open_question' : undefined;
}
