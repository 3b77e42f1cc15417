/**
 * Reads the shops' orders. One service key opens every tenant there, so the tenant is checked here on every
 * record: another tenant's order is `not_found`, as if it did not exist.
 */
import type { Connection } from '../network/connection.js';
import { readJson } from '../network/json-read.js';
import { fieldsOf, listOf } from '../network/shape.js';
import type { ReadResult } from '../result/read-result.js';
import { type OrderRecord, orderRecordOf } from './order-record.js';

export type { OrderLine, OrderRecord, OrderStatus } from './order-record.js';

export interface OrdersReader {
  order(tenant: string, orderId: string): Promise<ReadResult<OrderRecord>>;
  /** All orders of one customer; an empty list is an answer. */
  ordersOf(tenant: string, customerId: string): Promise<ReadResult<readonly OrderRecord[]>>;
}

export function createOrdersReader(connection: Connection): OrdersReader {
  return {
    async order(tenant, orderId) {
      const found = await readJson(connection, {
        system: 'orders',
        path: `/v1/orders/${encodeURIComponent(orderId)}`,
        absentCode: 'order_not_found',
        read: (body) => {
          const value = orderRecordOf(body);
          // An answer about another order than the one asked for is a wrong answer.
          return value?.id === orderId ? { value, version: String(value.version) } : undefined;
        },
      });
      return found.outcome === 'found' && found.value.tenant !== tenant ? { outcome: 'not_found' } : found;
    },
    ordersOf(tenant, customerId) {
      const query = new URLSearchParams({ customer: customerId, tenant });
      return readJson(connection, {
        system: 'orders',
        path: `/v1/orders?${query}`,
        read: ({ orders }) => {
          const all = listOf(orders, (item) => orderRecordOf(fieldsOf(item) ?? {}));
          const value = all?.filter((order) => order.tenant === tenant && order.customerId === customerId);
          return value === undefined ? undefined : { value };
        },
      });
    },
  };
}
