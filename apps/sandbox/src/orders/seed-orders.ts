import type { Order, OrderLine } from './order.js';

const DAY_MS = 86_400_000;

type Item = readonly [sku: string, title: string, unitPriceMinor: number];

interface Seed {
  id: string;
  customerId: string;
  currency: string;
  items: Item[];
  /** Whole days before the sandbox began; `null` is shipped and not delivered. */
  deliveredDaysAgo: number | null;
  tenant?: string;
}

const TRAVEL: Item[] = [
  ['HP-210', 'Wireless headphones', 4200],
  ['CS-031', 'Travel case', 3700],
];
const BASKETS: Item[] = [
  ['BK-060', 'Bicycle basket, left', 6000],
  ['BK-061', 'Bicycle basket, right', 6000],
];

const SEEDS: Seed[] = [
  { id: '4821', customerId: 'ada', currency: 'EUR', deliveredDaysAgo: 12, items: TRAVEL },
  {
    id: '4822',
    customerId: 'ada',
    currency: 'EUR',
    deliveredDaysAgo: 5,
    items: [['BT-900', 'Bicycle trailer', 64000]],
  },
  {
    id: '4823',
    customerId: 'ada',
    currency: 'JPY',
    deliveredDaysAgo: 8,
    items: [['TE-115', 'Cast iron teapot', 9899]],
  },
  {
    id: '4824',
    customerId: 'ada',
    currency: 'BHD',
    deliveredDaysAgo: 9,
    items: [['LN-402', 'Brass lantern', 35200]],
  },
  { id: '4825', customerId: 'ada', currency: 'EUR', deliveredDaysAgo: 6, items: BASKETS },
  {
    id: '4826',
    customerId: 'ben',
    currency: 'EUR',
    deliveredDaysAgo: 10,
    items: [['JK-077', 'Rain jacket', 12000]],
  },
  {
    id: '4827',
    customerId: 'ada',
    currency: 'EUR',
    deliveredDaysAgo: 45,
    items: [['LP-018', 'Reading lamp', 5500]],
  },
  {
    id: '4828',
    customerId: 'ada',
    currency: 'EUR',
    deliveredDaysAgo: null,
    items: [['BL-555', 'Wool blanket', 8900]],
  },
  {
    id: '9001',
    customerId: 'zoe',
    currency: 'EUR',
    deliveredDaysAgo: 3,
    items: [['OC-001', 'Office chair', 15000]],
    tenant: 'otherco',
  },
];

/** The orders of a fresh sandbox, with their deliveries counted back from `nowMs`. */
export function seedOrders(nowMs: number): Order[] {
  return SEEDS.map((seed) => {
    const lines = seed.items.map(toLine);
    const delivered = seed.deliveredDaysAgo;
    const deliveredAt = delivered === null ? null : new Date(nowMs - delivered * DAY_MS).toISOString();
    return {
      id: seed.id,
      tenant: seed.tenant ?? 'fjordlight',
      customerId: seed.customerId,
      currency: seed.currency,
      status: delivered === null ? 'shipped' : 'delivered',
      placedAt: new Date(nowMs - ((delivered ?? 0) + 4) * DAY_MS).toISOString(),
      deliveredAt,
      lines,
      totalMinor: lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0),
      shippingMinor: 0,
      chargeId: `ch_${seed.id}`,
      version: 1,
      notes: [],
    };
  });
}

function toLine([sku, title, unitPriceMinor]: Item, index: number): OrderLine {
  return { lineId: String(index + 1), sku, title, quantity: 1, unitPriceMinor };
}
