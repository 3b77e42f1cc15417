import type { SimulatedReply, SimulatedRequest } from '@countersign/testing/simulation';

export interface Order {
  readonly id: string;
  readonly tenant: string;
  readonly customerId: string;
  readonly currency: string;
  status: 'delivered' | 'shipped';
  readonly placedAt: string;
  readonly deliveredAt: string | null;
  readonly lines: readonly {
    readonly lineId: string;
    readonly sku: string;
    readonly title: string;
    readonly quantity: number;
    readonly unitPriceMinor: number;
  }[];
  readonly totalMinor: number;
  readonly shippingMinor: number;
  readonly chargeId: string;
  version: number;
  readonly notes: readonly string[];
}

const returns = {
  id: 'returns-and-refunds',
  tenant: 'fjordlight',
  version: 1,
  publishedAt: '2026-01-05T08:00:00.000Z',
  title: 'Returns and refunds policy',
  sections: [
    {
      id: '3.1',
      heading: 'Unopened products',
      text: 'An unopened product may be returned within 30 days of delivery for a full refund of its price. The days are counted in the time zone Europe/Berlin. The customer must confirm that it is unopened.',
    },
    { id: '4.1', heading: 'Opened products', text: 'An opened product is inspected by staff first.' },
  ],
};

/** The shop's own records: its orders and its written policy. */
export class Shop {
  readonly orders = new Map<string, Order>();

  answer({ path, query }: SimulatedRequest): SimulatedReply {
    if (path === '/v1/documents') {
      const { sections: _, ...head } = returns;
      return json(200, { documents: [head] });
    }
    if (path.startsWith('/v1/documents/')) return json(200, returns);
    if (path === '/v1/orders') {
      const customer = query.get('customer');
      return json(200, { orders: [...this.orders.values()].filter((o) => o.customerId === customer) });
    }
    const order = this.orders.get(path.slice('/v1/orders/'.length));
    return order === undefined ? json(404, { error: { code: 'order_not_found' } }) : json(200, order);
  }
}

function json(status: number, body: object): SimulatedReply {
  return { status, body: JSON.stringify(body) };
}
