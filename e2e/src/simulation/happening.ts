import type { RecordedEvent } from '@countersign/contracts';
import { accountWish, inTheBackOffice } from './happening-accounts.js';
import { inTheirSystems, wishIn } from './happening-elsewhere.js';
import type { Event, Planned } from './happenings.js';
import { proposalOf } from './invariants/ledger.js';
import { delivers } from './outside/webhooks.js';
import { proposes } from './people/agent.js';
import type { Counter } from './people/counter.js';
import type { Crowd } from './people/crowd.js';
import { stops } from './people/stopping.js';
import type { World } from './world.js';

type Asked = Extract<Event, { readonly goods: string }>;

/** Brings about what the script holds: at its instants, and in answer to what the run comes to. */
export class Happening {
  readonly #counts = new Map<string, number>();
  #seen = 0;
  #pending = 0;

  constructor(
    private readonly world: World,
    private readonly people: { readonly counter: Counter; readonly crowd: Crowd },
  ) {
    world.records.onCommit(() => this.#answer());
    world.onSaid = (said) => delivers(people.counter, said);
  }

  begin(): void {
    for (const { id, at, event } of this.world.options.script.events) {
      if (typeof at !== 'number') continue;
      this.#plan(id, at, event);
    }
  }

  /** Whether anything is still to come of what is planned. */
  get isOver(): boolean {
    return this.#pending === 0;
  }

  #plan(id: string, inMs: number, event: Event): void {
    this.#pending += 1;
    const { scheduler } = this.world;
    scheduler.after(scheduler.world, inMs, id, () => {
      this.#pending -= 1;
      this.#happens(id, event);
    });
  }

  #answer(): void {
    const { records, options } = this.world;
    for (; this.#seen < records.events.length; this.#seen += 1) {
      const heard = records.events[this.#seen];
      if (heard === undefined) continue;
      const nth = (this.#counts.get(heard.type) ?? 0) + 1;
      this.#counts.set(heard.type, nth);
      for (const { id, at, event } of options.script.events as readonly Planned[]) {
        if (typeof at === 'number' || at.type !== heard.type || at.nth !== nth) continue;
        this.#plan(id, at.ms, this.#about(heard, event));
      }
    }
  }

  /** Whose order and which conversation the heard event is of. */
  #about({ stream }: RecordedEvent, event: Event): Event {
    if (!('orderId' in event) || event.orderId !== 'it') return event;
    const proposal = proposalOf(this.world, stream.slice('proposal-'.length));
    if (proposal.status === 'absent') return event;
    const { customer, origin, action } = proposal.draft;
    if (origin.kind !== 'case') return event;
    // What follows on a refund is about its order; a credit has none.
    if (action.target.type !== 'charge') return event;
    const orderId = action.target.id.slice('ch_'.length);
    if (!('goods' in event)) return { ...event, orderId };
    const conversation = this.people.crowd.conversationOf(`case-${origin.caseId}`);
    return { ...event, who: customer, orderId, conversation };
  }

  #happens(id: string, event: Event): void {
    this.world.line(`${id} ${JSON.stringify(event)}`);
    if ('orderId' in event && event.orderId === 'it') return;
    const { shop, identity } = this.world;
    const { counter, crowd } = this.people;
    switch (event.what) {
      case 'ask':
      case 'ask_twice':
      case 'change_mind': {
        const { who, conversation } = event;
        const times = event.what === 'ask_twice' ? 2 : 1;
        for (let time = 0; time < times; time += 1) crowd.says(who, words(event), { conversation, id });
        return;
      }
      case 'change_order': {
        const order = shop.orders.get(event.orderId);
        if (order !== undefined) order.version += 1;
        return;
      }
      case 'withdraw_role':
        identity.withdrawn.add(event.who);
        return;
      case 'stop':
        stops(this.world, counter, event);
        return;
      case 'outage':
        for (const { owner } of [...this.world.running.values()])
          if (owner.service === event.service) this.world.kill(owner, event.ms);
        return;
      case 'propose':
        proposes(this.world, counter, { id, body: event.body });
        return;
      case 'ask_for_credit':
      case 'ask_for_follow_up':
      case 'ask_for_appointment':
        crowd.says(event.who, wishIn(event), { conversation: event.conversation, id });
        return;
      case 'ask_of_account':
        crowd.says(event.who, accountWish(event), { conversation: event.conversation, id });
        return;
      case 'change_account':
        inTheBackOffice(this.world, event);
        return;
      default:
        atTheProvider(this.world, event);
        inTheirSystems(this.world, event);
    }
  }
}

function atTheProvider({ payments }: World, event: Event): void {
  if (event.what === 'refund_elsewhere') payments.refundElsewhere(`ch_${event.orderId}`, event.amountMinor);
  if (event.what === 'refund_fails') payments.refundFails(`ch_${event.orderId}`);
  if (event.what === 'dispute') payments.disputed(`ch_${event.orderId}`, 'opened');
  if (event.what === 'dispute_closed') payments.disputed(`ch_${event.orderId}`, 'closed');
}

function words({ what, orderId, goods }: Asked): string {
  const which = goods === 'all' ? `order ${orderId}` : `the ${goods.toLowerCase()} of order ${orderId}`;
  return what === 'change_mind'
    ? `Make that a refund of ${which} only.`
    : `Please check ${which} and draft a refund for approval.`;
}
