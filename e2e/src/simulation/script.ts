import { Chance, type Profile } from '@countersign/testing/simulation';
import { eventsOf, type Planned } from './happenings.js';
import type { Manners } from './outside/payments.js';
import type { Order } from './outside/shop.js';
import { mannersOf, profileOf } from './trouble.js';

/** All that a seed decides before a run begins; what happens on the way is drawn from sequences of its own. */
export interface Script {
  readonly seed: number;
  readonly startMs: number;
  readonly orders: readonly Order[];
  readonly events: readonly Planned[];
  readonly manners: Manners;
  readonly skewsMs: Readonly<Record<string, number>>;
  readonly profile: Profile;
  readonly faultsMax: number;
  /** From then on nothing goes wrong any more. */
  readonly healsAfterMs: number;
}

const startMs = Date.parse('2026-11-30T09:00:00.000Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const services = [
  'coordinator',
  'refund_specialist',
  'policy_gate',
  'approval_service',
  'executor',
  'reconciler',
];
const prices = [1_500, 7_900, 12_000, 64_000] as const;

export function scriptOf(seed: number): Script {
  const chance = new Chance(seed, 'script');
  const orders = Array.from({ length: chance.whole(1, 3) }, (_, at) => orderOf(chance, String(5_001 + at)));
  const manners = mannersOf(chance);
  return {
    seed,
    startMs,
    orders,
    events: eventsOf(chance, orders, new Chance(seed, 'accounts')),
    manners,
    skewsMs: Object.fromEntries(
      services.map((s) => [s, chance.happens(0.4) ? chance.whole(-4_000, 4_000) : 0]),
    ),
    profile: profileOf(chance, manners),
    faultsMax: chance.pick([0, 3, 6, 12, 24]),
    healsAfterMs: 20 * minute,
  };
}

function orderOf(chance: Chance, id: string): Order {
  const items = chance.pick([1, 2, 2]);
  const price = chance.pick(prices);
  const lines = Array.from({ length: items }, (_, at) => ({
    lineId: `${at + 1}`,
    sku: `SK-${at + 1}`,
    title: at === 0 ? 'Wireless headphones' : 'Travel case',
    quantity: 1,
    unitPriceMinor: price,
  }));
  const at = (daysAgo: number) => new Date(startMs - daysAgo * day).toISOString();
  return {
    ...{ id, tenant: 'fjordlight', currency: 'EUR', status: 'delivered', lines, version: 1, notes: [] },
    customerId: chance.pick(['ada', 'ada', 'ben']),
    placedAt: at(14),
    deliveredAt: at(10),
    totalMinor: items * price,
    shippingMinor: 0,
    chargeId: `ch_${id}`,
  };
}
