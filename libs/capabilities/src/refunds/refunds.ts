import { type Action, formatMoney, type JsonObject, type SaidOfAction } from '@countersign/domain';
import type { Capability, CardWords } from '../capability.js';
import { type Capacity, moneyTakenBy } from '../judging.js';
import { refundRules } from './planner/refund-rules.js';
import { refundInCase } from './refund-in-case.js';
import { refundLimits } from './refund-limits.js';

const text = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });
const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const refundSchema = object(
  {
    orderId: text(64),
    lines: {
      type: 'array',
      maxItems: 200,
      items: object({ lineId: text(64), quantity: { type: 'integer', minimum: 1, maximum: 10_000 } }, [
        'lineId',
        'quantity',
      ]),
    },
    reason: {
      type: 'string',
      enum: ['unopened_return', 'damaged', 'late', 'duplicate', 'goodwill', 'other'],
    },
    note: text(500),
  },
  ['orderId', 'lines', 'reason'],
);

export const refundKind = 'refund.create';

/** What a customer is told of money that goes back through the payment provider, whoever asked for it. */
export const saidOfRefund: SaidOfAction = {
  nothing: 'paid',
  afterwards: '5 to 10 days.',
  askedOf: 'the payment provider',
  refusals: {
    charge_disputed: 'your bank is already looking into this payment.',
    charge_already_refunded: 'it was already refunded.',
    amount_too_large: 'it is more than is left to refund.',
  },
};

/** Refunds of orders: investigates one order of the asking customer and drafts an exact refund of it. */
export const refunds: Capability = {
  name: 'refunds',
  version: '1',
  responsibility:
    'Finds out whether an order of the asking customer may be refunded and drafts one exact refund.',
  instructions:
    'Read the order and the policy. What neither says is asked, never guessed. A failed look is unknown, not absent.',
  tools: [
    {
      name: 'read_order',
      description: "Reads one order of the customer's own.",
      schema: object({ orderId: text(64) }, ['orderId']),
    },
    { name: 'list_orders', description: "Lists the customer's own orders.", schema: object({}, []) },
    {
      name: 'search_policy',
      description: 'Finds the passage of the written policy.',
      schema: object({ query: text(200) }, ['query']),
    },
  ],
  rules: refundRules,
  inCase: refundInCase,
  actions: [
    {
      kind: refundKind,
      schema: refundSchema,
      carriesAmount: true,
      target: 'payments',
      said: saidOfRefund,
    },
  ],
  explaining: ['reason', 'note'],
  card,
  capacitiesOf: (action) => [capacityOfCharge(action)],
  policy: {
    limits: refundLimits,
    rising: [
      ['automaticUpToMinor', 'consentUpToMinor'],
      ['consentUpToMinor', 'oneManagerUpToMinor'],
    ],
    asDecided: ['earlierMinor'],
  },
};

export { refunds as capability };

/** What may be refunded of a charge, by whichever action. */
export const capacityKey = (chargeId: string) => `refund:charge:${chargeId}`;

export function capacityOfCharge(action: Action): Capacity {
  return { key: capacityKey(action.target.id), take: 'amount', money: moneyTakenBy(action) };
}

function card(action: Action): CardWords {
  const order = String(action.arguments['orderId']);
  const money = action.money === undefined ? 'nothing' : formatMoney(action.money);
  const lines = Array.isArray(action.arguments['lines']) ? action.arguments['lines'].length : 0;
  return {
    operation: 'refund',
    subject: `order ${order}`,
    sentence: `Refund ${money} of order ${order} to the payment method of charge ${action.target.id}.`,
    consequences: [
      lines === 0
        ? 'A part of the order is paid back; no line is named.'
        : `${lines === 1 ? 'One line' : `${lines} lines`} of the order will be paid back.`,
      'The customer sees the money in 5 to 10 days.',
    ],
    undoable: 'A refund cannot be taken back; the customer would have to pay again.',
    reversible: false,
  };
}
