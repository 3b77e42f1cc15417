import type { OrdersReader } from '@countersign/connectors/orders/read';
import type { PaymentsReader } from '@countersign/connectors/payments/read';
import { type Action, formatMoney, type JsonObject } from '@countersign/domain';
import type { Asked, CapabilityReads, Completed, OnBehalfOf, Situation } from '../capability.js';
import type { PolicySearch } from '../policy-search.js';
import { completeRefund } from './complete-refund.js';
import { findRefundOutcome } from './find-refund-outcome.js';
import { readRefundArguments } from './refund-arguments.js';
import { refundLedger } from './refund-ledger.js';
import {
  type RefundRecords,
  refundMovedSince,
  refundPolicySubject,
  unknownRefundSubject,
} from './refund-policy-subject.js';
import { refundTool } from './refund-tools.js';

export interface RefundReadPorts {
  readonly orders: OrdersReader;
  readonly payments: PaymentsReader;
  /** Only a specialist searches; without it the tool answers that nobody can. */
  readonly policySearch?: PolicySearch;
}

/** Everything the refund capability reads; no write connector can be reached from here. */
export function refundReads(ports: RefundReadPorts): CapabilityReads<RefundRecords> {
  return {
    callTool: (tool, args, forWhom) => refundTool(ports, { tool, args, forWhom }),
    complete: (asked, forWhom) => complete(ports, asked, forWhom),
    situation: (action, forWhom) => situation(ports, action, forWhom),
    differences,
    policySubject: refundPolicySubject,
    unknownSubject: unknownRefundSubject,
    movedSince: refundMovedSince,
    findOutcome: (operationId, action, lastSentAt) =>
      findRefundOutcome(ports.payments, { operationId, action, lastSentAt }),
    ledgers: { payments: refundLedger(ports.payments) },
  };
}

async function complete(ports: RefundReadPorts, asked: Asked, forWhom: OnBehalfOf): Promise<Completed> {
  const read = readRefundArguments(asked.arguments);
  if (read.outcome === 'refused') return read;
  const order = await ports.orders.order(forWhom.tenant, read.value.orderId);
  if (order.outcome === 'no_answer') return { outcome: 'no_answer', code: order.code };
  // Somebody else's order is the same answer as a made-up one: ownership is not a thing to probe.
  if (order.outcome === 'not_found' || order.value.customerId !== forWhom.customer) {
    return {
      outcome: 'refused',
      faults: [{ field: 'arguments.orderId', reason: 'this customer has no such order' }],
    };
  }
  return completeRefund(read.value, asked, { order: order.value, readAt: order.readAt });
}

async function situation(
  ports: RefundReadPorts,
  action: Action,
  forWhom: OnBehalfOf,
): Promise<Situation<RefundRecords>> {
  const [order, charge] = await Promise.all([
    ports.orders.order(forWhom.tenant, orderIdOf(action.arguments)),
    ports.payments.charge(action.target.id),
  ]);
  if (order.outcome === 'no_answer') return { outcome: 'no_answer', code: `orders_${order.code}` };
  if (charge.outcome === 'no_answer') return { outcome: 'no_answer', code: `payments_${charge.code}` };
  if (order.outcome === 'not_found')
    return { outcome: 'gone', difference: `order ${orderIdOf(action.arguments)} is no longer there.` };
  if (charge.outcome === 'not_found')
    return { outcome: 'gone', difference: `charge ${action.target.id} is no longer there.` };
  return { outcome: 'read', records: { order: order.value, charge: charge.value }, readAt: charge.readAt };
}

/** A newer version of the order, or anything that the charge can no longer bear. */
function differences(action: Action, { order, charge }: RefundRecords): readonly string[] {
  const found: string[] = [];
  const drafted = action.resourceVersions.find((v) => v.resource === `orders/${order.id}`)?.version;
  if (drafted !== String(order.version)) {
    found.push(`order ${order.id} is now version ${order.version}, not ${drafted}${moved(action, order)}.`);
  }
  if (charge.disputed) found.push(`charge ${charge.chargeId} is disputed.`);
  const left = charge.capturedMinor - charge.refundedMinor;
  if (action.money !== undefined && action.money.amountMinor > left) {
    const refunded = formatMoney({ amountMinor: charge.refundedMinor, currency: charge.currency });
    found.push(
      left === 0
        ? `order ${order.id} was already refunded (${refunded}).`
        : `only ${formatMoney({ amountMinor: left, currency: charge.currency })} of order ${order.id} can still be refunded.`,
    );
  }
  return found;
}

function moved(action: Action, order: RefundRecords['order']): string {
  const before = (fact: string) =>
    action.evidence.find((e) => e.fact === fact && e.source === `orders/${order.id}`)?.value;
  const changes = [
    before('status') === order.status ? '' : `status ${String(before('status'))} became ${order.status}`,
    before('totalMinor') === order.totalMinor ? '' : `its total changed`,
  ].filter((change) => change !== '');
  return changes.length === 0 ? '' : `: ${changes.join(', ')}`;
}

function orderIdOf(args: JsonObject): string {
  return String(args['orderId']);
}
