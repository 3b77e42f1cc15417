import type { OrderRecord, OrdersReader } from '@countersign/connectors/orders/read';
import type { JsonValue } from '@countersign/domain';
import type { ToolAnswer } from '../capability.js';
import type { PolicySearch } from '../policy-search.js';
import { nothing, type ToolCall } from '../tool-answer.js';

interface ToolPorts {
  readonly orders: OrdersReader;
  readonly policySearch?: PolicySearch;
}

/** The tool gateway of refunds: tenant and ownership come from the identity; what comes back is data. */
export async function refundTool(ports: ToolPorts, call: ToolCall): Promise<ToolAnswer> {
  switch (call.tool) {
    case 'read_order':
      return readOrder(ports, call);
    case 'list_orders':
      return listOrders(ports, call);
    case 'search_policy':
      return searchPolicy(ports, call);
    default:
      return nothing('not_found', 'unknown_tool');
  }
}

async function readOrder({ orders }: ToolPorts, { args, forWhom }: ToolCall): Promise<ToolAnswer> {
  const found = await orders.order(forWhom.tenant, String(args['orderId']));
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  if (found.outcome === 'not_found' || found.value.customerId !== forWhom.customer)
    return nothing('not_found', 'order_not_found');
  const { value, readAt } = found;
  const provenance = [{ source: `orders/${value.id}`, version: String(value.version), readAt }];
  return { outcome: 'answered', code: 'read', result: orderJson(value), provenance };
}

async function listOrders({ orders }: ToolPorts, { forWhom }: ToolCall): Promise<ToolAnswer> {
  const found = await orders.ordersOf(forWhom.tenant, forWhom.customer);
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  if (found.outcome === 'not_found') return nothing('not_found', 'no_orders');
  const provenance = [{ source: 'orders', readAt: found.readAt }];
  return { outcome: 'answered', code: 'read', result: found.value.map(orderJson), provenance };
}

async function searchPolicy({ policySearch }: ToolPorts, { args, forWhom }: ToolCall): Promise<ToolAnswer> {
  if (policySearch === undefined) return nothing('no_answer', 'no_policy_search');
  const found = await policySearch(forWhom.tenant, String(args['query']));
  if (found.outcome === 'no_answer') return nothing('no_answer', found.code);
  if (found.passages.length === 0) return nothing('not_found', 'no_passage');
  const provenance = found.passages.map((passage) => ({
    source: `documents/${passage.documentId}`,
    section: passage.section,
    version: passage.version,
    readAt: found.readAt,
  }));
  return {
    outcome: 'answered',
    code: 'read',
    result: found.passages.map((passage) => ({ ...passage })),
    provenance,
  };
}

/** What a planner is shown of an order: no notes of other people, no key of another system. */
function orderJson(order: OrderRecord): JsonValue {
  const { id, customerId, currency, status, placedAt, deliveredAt, totalMinor, chargeId, version } = order;
  const lines = order.lines.map(({ lineId, title, quantity, unitPriceMinor }) => ({
    lineId,
    title,
    quantity,
    unitPriceMinor,
  }));
  return { id, customerId, currency, status, placedAt, deliveredAt, totalMinor, chargeId, version, lines };
}
