import { Chance, type Likelihood, type Profile } from '@countersign/testing/simulation';
import type { Manners } from './outside/payments.js';
import type { Order } from './outside/shop.js';

/** Something that somebody does, or that happens to the world, at an instant of the run. */
export type Event =
  | ({ readonly what: 'ask' | 'ask_twice' | 'change_mind' } & Asking)
  | { readonly what: 'refund_elsewhere'; readonly orderId: string; readonly amountMinor: number }
  | { readonly what: 'change_order'; readonly orderId: string }
  | { readonly what: 'dispute'; readonly orderId: string }
  | { readonly what: 'withdraw_role'; readonly who: string }
  | { readonly what: 'outage'; readonly service: string; readonly ms: number };

interface Asking {
  readonly who: string;
  readonly orderId: string;
  readonly conversation: string;
  /** Which of its goods; `all` of them. */
  readonly goods: string;
}

export interface Planned {
  readonly id: string;
  readonly atMs: number;
  readonly event: Event;
}

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

const kinds: Readonly<Record<string, Likelihood>> = {
  crash_before: { rate: 0.004, ms: [50, 20_000] },
  crash_after: { rate: 0.006, ms: [50, 20_000] },
  pause: { rate: 0.004, ms: [500, 90_000] },
  slow: { rate: 0.01, ms: [200, 8_000] },
  store_away: { rate: 0.006, ms: [1, 1] },
  store_away_after: { rate: 0.006, ms: [1, 1] },
  unreachable: { rate: 0.03, ms: [1, 1] },
  request_lost: { rate: 0.03, ms: [1, 1] },
  answer_lost: { rate: 0.05, ms: [1, 1] },
  connection_cut: { rate: 0.04, ms: [1, 1] },
  slow_answer: { rate: 0.03, ms: [500, 20_000] },
  slow_request: { rate: 0.05, ms: [500, 20_000] },
  status_500: { rate: 0.03, ms: [1, 1] },
  status_503: { rate: 0.03, ms: [1, 1] },
  status_429: { rate: 0.03, ms: [1, 1] },
  status_500_after: { rate: 0.04, ms: [1, 1] },
  status_503_after: { rate: 0.04, ms: [1, 1] },
  wrong_body: { rate: 0.01, ms: [1, 1] },
  doubled: { rate: 0.08, ms: [1, 1] },
  doubled_message: { rate: 0.02, ms: [1, 1] },
  lost_message: { rate: 0.015, ms: [1_000, 8_000] },
  held_message: { rate: 0.02, ms: [200, 15_000] },
};

/** Faults that a provider without a memory for keys turns into a second effect, whatever we do. */
const needMemory = ['doubled', 'status_503_after'];

export function scriptOf(seed: number): Script {
  const chance = new Chance(seed, 'script');
  const orders = Array.from({ length: chance.whole(1, 3) }, (_, at) => orderOf(chance, String(5_001 + at)));
  const manners = mannersOf(chance);
  return {
    seed,
    startMs,
    orders,
    events: eventsOf(chance, orders),
    manners,
    skewsMs: Object.fromEntries(
      services.map((s) => [s, chance.happens(0.4) ? chance.whole(-4_000, 4_000) : 0]),
    ),
    profile: profileOf(chance, manners),
    faultsMax: chance.pick([0, 3, 6, 12, 24]),
    healsAfterMs: 20 * minute,
  };
}

function mannersOf(chance: Chance): Manners {
  return {
    remembersKeys: chance.happens(0.75),
    keyLifeMs: day,
    readLagMs: chance.happens(0.3) ? chance.whole(500, 15_000) : 0,
    dropsEveryNth: chance.happens(0.06) ? chance.whole(1, 2) : 0,
  };
}

/** Each run has a few kinds of trouble, often: more finds are behind many of a kind than behind one of each. */
function profileOf(chance: Chance, { remembersKeys }: Manners): Profile {
  const chosen = Object.entries(kinds).filter(([kind]) => {
    const isWanted = chance.happens(0.4);
    return isWanted && (remembersKeys || !needMemory.includes(kind));
  });
  const factor = chance.pick([0.5, 1, 3]);
  return Object.fromEntries(chosen.map(([kind, { rate, ms }]) => [kind, { rate: rate * factor, ms }]));
}

function orderOf(chance: Chance, id: string): Order {
  const items = chance.whole(1, 2);
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

function eventsOf(chance: Chance, orders: readonly Order[]): readonly Planned[] {
  const events: Planned[] = [];
  const plan = (event: Event, withinMs: number) =>
    events.push({ id: `${events.length + 1} ${event.what}`, atMs: chance.whole(0, withinMs), event });
  for (const { id: orderId, customerId: who, lines } of orders) {
    const asking = (conversation: string): Asking => ({
      ...{ who, orderId, conversation: `${conversation} ${orderId}` },
      goods: lines.length > 1 && chance.happens(0.4) ? chance.pick(lines).title : 'all',
    });
    plan({ what: 'ask', ...asking('about') }, minute);
    if (chance.happens(0.3)) plan({ what: 'ask', ...asking('again') }, 3 * minute);
    if (chance.happens(0.15)) plan({ what: 'ask_twice', ...asking('about') }, minute);
    if (lines.length > 1 && chance.happens(0.15))
      plan({ what: 'change_mind', ...asking('about') }, 5 * minute);
    if (chance.happens(0.12))
      plan({ what: 'refund_elsewhere', orderId, amountMinor: chance.pick([500, 1_500]) }, 5 * minute);
    if (chance.happens(0.1)) plan({ what: 'change_order', orderId }, 5 * minute);
    if (chance.happens(0.08)) plan({ what: 'dispute', orderId }, 5 * minute);
  }
  if (chance.happens(0.2)) plan({ what: 'withdraw_role', who: chance.pick(['maya', 'priya']) }, 4 * minute);
  if (chance.happens(0.2)) {
    const ms = chance.happens(0.5) ? chance.whole(70, 100) * minute : chance.whole(1, 5) * minute;
    plan({ what: 'outage', service: chance.pick(services), ms }, 2 * minute);
  }
  return events;
}
