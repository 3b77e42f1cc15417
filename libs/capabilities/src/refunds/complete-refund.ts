import type { OrderRecord } from '@countersign/connectors/orders/read';
import { type Action, type Evidence, exponentOf, type Money, moneyFault } from '@countersign/domain';
import type { Asked, Completed, FieldFault } from '../capability.js';
import { stated } from '../drafting.js';
import { argumentsJson, type RefundArguments } from './refund-arguments.js';
import { refundKind } from './refunds.js';

interface OrderRead {
  readonly order: OrderRecord;
  readonly readAt: string;
}

/**
 * The exact action, from the record: lines are priced by the order, the target is the order's charge, the
 * version is the one that was read. An amount that somebody stated is held against it, never taken over.
 */
export function completeRefund(read: RefundArguments, asked: Asked, { order, readAt }: OrderRead): Completed {
  const faults = lineFaults(read, order);
  if (faults.length > 0) return { outcome: 'refused', faults };
  const money = moneyOf(read, asked, order);
  if ('faults' in money) return { outcome: 'refused', faults: money.faults };
  const action: Action = {
    kind: refundKind,
    target: { type: 'charge', id: order.chargeId },
    arguments: argumentsJson(read),
    money,
    evidence: [...recordEvidence(order, readAt), ...stated(asked)],
    resourceVersions: [{ resource: `orders/${order.id}`, version: String(order.version) }],
  };
  return { outcome: 'completed', action };
}

function lineFaults(read: RefundArguments, order: OrderRecord): FieldFault[] {
  return read.lines.flatMap((wanted, at) => {
    const line = order.lines.find((candidate) => candidate.lineId === wanted.lineId);
    const field = `arguments.lines[${at}]`;
    if (line === undefined)
      return [{ field: `${field}.lineId`, reason: `order ${order.id} has no line ${wanted.lineId}` }];
    return wanted.quantity > line.quantity
      ? [
          {
            field: `${field}.quantity`,
            reason: `order ${order.id} has ${line.quantity} of line ${wanted.lineId}`,
          },
        ]
      : [];
  });
}

/** With lines the record sets the amount; without, the stated amount is a part of the order's total. */
function moneyOf(read: RefundArguments, asked: Asked, order: OrderRecord): Money | { faults: FieldFault[] } {
  if (asked.money !== undefined && asked.money.currency !== order.currency) {
    const known = exponentOf(asked.money.currency) !== undefined;
    const reason = known
      ? `order ${order.id} was paid in ${order.currency}`
      : `${asked.money.currency} is not an ISO 4217 currency`;
    return fault('currency', reason);
  }
  const summed = read.lines.reduce((sum, line) => sum + line.quantity * priceOf(line.lineId, order), 0);
  if (read.lines.length === 0 && asked.money === undefined) {
    return fault('arguments.lines', 'name the lines to refund, or state an amount');
  }
  const amountMinor = read.lines.length === 0 ? (asked.money?.amountMinor ?? 0) : summed;
  const money = { amountMinor, currency: order.currency };
  const wrong = moneyFault(asked.money ?? money) ?? moneyFault(money);
  if (wrong !== undefined) return fault('amountMinor', wrong.message);
  if (read.lines.length > 0 && asked.money !== undefined && asked.money.amountMinor !== summed) {
    return fault('amountMinor', `these lines cost ${summed} minor units, not ${asked.money.amountMinor}`);
  }
  return money;
}

function fault(field: string, reason: string): { faults: FieldFault[] } {
  return { faults: [{ field, reason }] };
}

function priceOf(lineId: string, order: OrderRecord): number {
  return order.lines.find((line) => line.lineId === lineId)?.unitPriceMinor ?? 0;
}

function recordEvidence(order: OrderRecord, readAt: string): Evidence[] {
  const at = {
    basis: 'record',
    source: `orders/${order.id}`,
    version: String(order.version),
    readAt,
  } as const;
  return [
    { fact: 'status', value: order.status, ...at },
    { fact: 'deliveredAt', value: order.deliveredAt, ...at },
    { fact: 'totalMinor', value: order.totalMinor, ...at },
    {
      fact: 'lines',
      value: order.lines.map(({ lineId, title, quantity, unitPriceMinor }) => ({
        lineId,
        title,
        quantity,
        unitPriceMinor,
      })),
      ...at,
    },
  ];
}
