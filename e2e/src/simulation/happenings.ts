import type { Chance } from '@countersign/testing/simulation';
import { type OfAccounts, ofAccounts } from './happening-accounts.js';
import { type Besides, besides } from './happening-besides.js';
import type { Order } from './outside/shop.js';

/** Something that somebody does, or that happens to the world. `it` is the order that what came before was about. */
export type Event =
  | ({ readonly what: 'ask' | 'ask_twice' | 'change_mind' } & Asking)
  | { readonly what: 'refund_elsewhere'; readonly orderId: string; readonly amountMinor: number }
  | { readonly what: 'change_order'; readonly orderId: string }
  | Besides
  | OfAccounts
  | { readonly what: 'dispute' | 'dispute_closed'; readonly orderId: string }
  | { readonly what: 'refund_fails'; readonly orderId: string }
  | { readonly what: 'withdraw_role'; readonly who: string }
  | { readonly what: 'stop'; readonly scope: string; readonly ms: number }
  | { readonly what: 'outage'; readonly service: string; readonly ms: number };

interface Asking {
  readonly who: string;
  readonly orderId: string;
  readonly conversation: string;
  /** Which of its goods; `all` of them. */
  readonly goods: string;
}

/** The nth time that an event of this type is recorded, and so long after it. */
export interface Following {
  readonly type: string;
  readonly nth: number;
  readonly ms: number;
}

export interface Planned {
  readonly id: string;
  /** Since the start, or since something that a run may or may not come to. */
  readonly at: number | Following;
  readonly event: Event;
}

/** Before it has its place among the others. */
export type Unnamed = Omit<Planned, 'id'>;

const minute = 60_000;
const hour = 60 * minute;
const services = [
  'coordinator',
  'refund_specialist',
  'policy_gate',
  'approval_service',
  'executor',
  'reconciler',
];

export function eventsOf(
  chance: Chance,
  orders: readonly Order[],
  chanceOfAccounts: Chance,
): readonly Planned[] {
  const events: Planned[] = [];
  const plan = (event: Event, at: Planned['at']) =>
    events.push({ id: `${events.length + 1} ${event.what}`, at, event });
  const within = (event: Event, ms: number) => plan(event, chance.whole(0, ms));
  for (const order of orders) {
    const { id: orderId, customerId: who, lines } = order;
    const asking = (conversation: string): Asking => ({
      ...{ who, orderId, conversation: `${conversation} ${orderId}` },
      goods: lines.length > 1 && chance.happens(0.4) ? chance.pick(lines).title : 'all',
    });
    within({ what: 'ask', ...asking('about') }, minute);
    if (chance.happens(0.3)) within({ what: 'ask', ...asking('again') }, 3 * minute);
    if (chance.happens(0.15)) within({ what: 'ask_twice', ...asking('about') }, minute);
    if (lines.length > 1 && chance.happens(0.15))
      within({ what: 'change_mind', ...asking('about') }, 5 * minute);
    if (chance.happens(0.12))
      within({ what: 'refund_elsewhere', orderId, amountMinor: chance.pick([500, 1_500]) }, 5 * minute);
    if (chance.happens(0.1)) within({ what: 'change_order', orderId }, 5 * minute);
    if (chance.happens(0.08)) within({ what: 'dispute', orderId }, 5 * minute);
  }
  if (chance.happens(0.2)) within({ what: 'withdraw_role', who: chance.pick(['maya', 'priya']) }, 4 * minute);
  if (chance.happens(0.2)) {
    const ms = chance.happens(0.5) ? chance.whole(70, 100) * minute : chance.whole(1, 5) * minute;
    within({ what: 'outage', service: chance.pick(services), ms }, 2 * minute);
  }
  if (chance.happens(0.15)) within(stopFor(chance), 5 * minute);
  for (const { event, at } of [...besides(chance, orders), ...answersOf(chance)]) plan(event, at);
  for (const { event, at } of ofAccounts(chanceOfAccounts)) plan(event, at);
  return events;
}

/** While something waits for its next step is when people change what it was about. */
const waits = ['ExecutionRetryScheduled', 'ExecutionHeld', 'OutcomeUnknown', 'ApprovalEscalated'] as const;

/** What follows on something that the run itself comes to, soon enough to fall into the middle of it. */
function answersOf(chance: Chance): readonly Unnamed[] {
  const answers: Unnamed[] = [];
  const answer = (event: Event, type: string, ms: readonly [number, number]) =>
    answers.push({ event, at: { type, nth: chance.pick([1, 1, 2]), ms: chance.whole(...ms) } });
  for (const type of waits) {
    if (chance.happens(type === 'ExecutionRetryScheduled' ? 0.7 : 0.4))
      answer(otherGoods(chance), type, [0, 1_500]);
    if (chance.happens(0.05))
      answer({ what: 'withdraw_role', who: chance.pick(['maya', 'priya']) }, type, [0, 1_500]);
    if (chance.happens(0.05)) answer(stopFor(chance), type, [0, 1_500]);
  }
  if (chance.happens(0.1)) answer(stopFor(chance), 'ApprovalGranted', [0, 200]);
  if (chance.happens(0.15))
    answer({ what: 'refund_fails', orderId: 'it' }, 'ProposalCompleted', [1_000, 8 * hour]);
  if (chance.happens(0.05)) answer({ what: 'refund_fails', orderId: 'it' }, 'ExecutionSucceeded', [0, 2_000]);
  if (chance.happens(0.08)) {
    answer({ what: 'dispute', orderId: 'it' }, 'ProposalCompleted', [1_000, 4 * hour]);
    answer({ what: 'dispute_closed', orderId: 'it' }, 'ProposalCompleted', [hour, 8 * hour]);
  }
  return answers;
}

const otherGoods = (chance: Chance): Event => ({
  ...{ what: 'change_mind', who: 'it', orderId: 'it', conversation: 'it' },
  goods: chance.pick(['Wireless headphones', 'Travel case', 'all']),
});

const stopFor = (chance: Chance): Event => ({
  ...{ what: 'stop', scope: chance.pick(['target-payments', 'target-payments', 'tenant', 'target-billing']) },
  ms: chance.happens(0.2) ? chance.whole(5, 9) * hour : chance.whole(5, 600) * 1_000,
});
