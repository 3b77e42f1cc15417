import { openCalls } from '../ledger/calls.js';
import type { Ledger } from '../ledger/database.js';
import { json, refuse } from '../wire/reply.js';
import type { Route } from '../wire/router.js';
import { param, route, withJson, withKey } from '../wire/router.js';
import type { System } from '../wire/system.js';
import type { Order } from './order.js';
import { problemInChange } from './order.js';
import type { Orders } from './orders.js';
import { openOrders } from './orders.js';

/** The shops' order system. One service key reads every tenant: keeping to a tenant is the reader's duty. */
export function ordersSystem(ledger: Ledger, { key, now }: { key: string; now: () => number }): System {
  const orders = openOrders(ledger, now);
  return {
    name: 'orders',
    refuse,
    calls: openCalls(ledger.calls),
    reset: () => orders.reset(),
    close: () => ledger.close(),
    routes: readRoutes(orders).map((each) => ({ ...each, handle: withKey(key, each.handle) })),
    adminRoutes: [
      route('GET', '/:id', ({ params }) => found(orders.find(params.id ?? ''))),
      route('PATCH', '/:id', changeOrder(orders)),
      route('POST', '', createOrder(orders)),
    ],
  };
}

function readRoutes(orders: Orders): Route[] {
  return [
    route('GET', '/v1/orders/:id', (call) => found(orders.find(param(call, 'id')))),
    route('GET', '/v1/orders', ({ query }) => {
      const customer = query.get('customer');
      if (customer === null) return refuse(400, 'customer_missing', 'Say whose orders: ?customer=…');
      return json(200, { orders: orders.ofCustomer(customer, query.get('tenant')) });
    }),
  ];
}

function found(order: Order | undefined) {
  if (order === undefined) return refuse(404, 'order_not_found', 'There is no order with this id.');
  return json(200, order);
}

function changeOrder(orders: Orders) {
  return withJson((call, body) => {
    const problem = problemInChange(body);
    if (problem !== undefined) return refuse(400, 'invalid_order', problem);
    return found(orders.change(param(call, 'id'), body));
  });
}

/** Everything but the id has a default, so that a test says only what it is about. */
function createOrder(orders: Orders) {
  return withJson((_call, body) => {
    const { id, tenant = 'fjordlight', ...rest } = body;
    if (typeof id !== 'string' || typeof tenant !== 'string') {
      return refuse(400, 'invalid_order', 'id and tenant must be text.');
    }
    const problem = problemInChange(rest);
    if (problem !== undefined) return refuse(400, 'invalid_order', problem);
    const order: Order = { ...blankOrder(id), ...rest, id, tenant, version: 1 };
    return orders.create(order) ? json(201, order) : refuse(409, 'order_exists', 'This id is taken.');
  });
}

function blankOrder(id: string): Omit<Order, 'id' | 'tenant' | 'version'> {
  return {
    customerId: 'ada',
    currency: 'EUR',
    status: 'processing',
    placedAt: new Date(0).toISOString(),
    deliveredAt: null,
    lines: [],
    totalMinor: 0,
    shippingMinor: 0,
    chargeId: `ch_${id}`,
    notes: [],
  };
}
