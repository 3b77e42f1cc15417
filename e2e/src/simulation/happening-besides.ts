import type { Chance } from '@countersign/testing/simulation';
import type { Planned, Unnamed } from './happenings.js';
import type { Order } from './outside/shop.js';
import type { ProposalAsked } from './people/acts.js';

/** What somebody says in a conversation of theirs. */
interface Saying {
  readonly who: string;
  readonly conversation: string;
}

/** What happens beside refunds that customers ask for: other capabilities, and agents at the front door. */
export type Besides =
  /** About an outage that the support desk knows: whose case, and whether it was asked before. */
  | ({ readonly what: 'ask_for_credit'; readonly caseId: string } & Saying)
  | { readonly what: 'correct_invoice'; readonly invoiceId: string; readonly totalMinor: number }
  /** In the words of the template, or in words of one's own. */
  | ({ readonly what: 'ask_for_follow_up'; readonly opportunityId: string; readonly words: string } & Saying)
  | { readonly what: 'opt_out'; readonly contactId: string }
  | { readonly what: 'write_by_hand'; readonly opportunityId: string; readonly contactId: string }
  | { readonly what: 'bounce'; readonly opportunityId: string }
  /** `cancel`, or the time that it is to be moved to, in words. */
  | ({ readonly what: 'ask_for_appointment'; readonly bookingId: string; readonly wish: string } & Saying)
  /** The place itself moves it, or cancels it, on the telephone. */
  | { readonly what: 'change_booking'; readonly bookingId: string; readonly to: object }
  | { readonly what: 'propose'; readonly body: ProposalAsked };

const minute = 60_000;
const hour = 60 * minute;

/** Each is in some of the runs; most of a run is still about refunds. */
export function besides(chance: Chance, orders: readonly Order[]): readonly Unnamed[] {
  return [
    ...(chance.happens(0.2) ? creditsOf(chance) : []),
    ...(chance.happens(0.2) ? followUpsOf(chance) : []),
    ...(chance.happens(0.25) ? appointmentsOf(chance) : []),
    ...(chance.happens(0.3) ? proposedOf(chance, orders) : []),
  ];
}

/** Computed from an agreement, approved by staff, with steps that follow it. */
function creditsOf(chance: Chance): readonly Unnamed[] {
  const [who, caseId, invoiceId] = chance.pick([
    ['ada', '118', 'inv_3107'],
    ['ben', '119', 'inv_3108'],
  ] as const);
  const ask = (conversation: string) =>
    within(chance, minute, {
      ...{ what: 'ask_for_credit', who, caseId, conversation: `${conversation} ${caseId}` },
    });
  const corrected = { what: 'correct_invoice', invoiceId, totalMinor: 440_000 } as const;
  return [
    ask('credit'),
    ...(chance.happens(0.3) ? [ask('credit again')] : []),
    ...(chance.happens(0.3) ? [within(chance, 5 * minute, corrected)] : []),
  ];
}

const ownWords = ' with the subject "Next week" saying "Shall we talk on Monday?"';

/** One message to a contact, wanted once or more often, while others write to them as well or they want no more of it. */
function followUpsOf(chance: Chance): readonly Unnamed[] {
  const [who, opportunityId, contactId] = chance.pick([
    ['ada', '7', 'ct_dana'],
    ['ada', '7', 'ct_dana'],
    ['ben', '10', 'ct_finn'],
    ['ada', '8', 'ct_eli'],
  ] as const);
  const ask = (conversation: string, at?: Planned['at']): Unnamed => {
    const words = chance.happens(0.4) ? ownWords : '';
    const event: Besides = {
      ...{ what: 'ask_for_follow_up', who, opportunityId, words },
      conversation: `${conversation} ${opportunityId}`,
    };
    return at === undefined ? within(chance, minute, event) : { event, at };
  };
  const body = {
    ...{ kind: 'follow-up.send', customer: who, arguments: { opportunityId, templateId: 'after-offer' } },
    reference: 'reminder',
  };
  return [
    ask('follow-up'),
    ...(chance.happens(0.5) ? [ask('follow-up as well')] : []),
    ...(chance.happens(0.3) ? [ask('follow-up later', later(chance, 'ProposalCompleted', hour))] : []),
    ...(chance.happens(0.3) ? [within(chance, 3 * minute, { what: 'propose', body })] : []),
    ...(chance.happens(0.2) ? [within(chance, 4 * minute, { what: 'opt_out', contactId })] : []),
    ...(chance.happens(0.15)
      ? [within(chance, 4 * minute, { what: 'write_by_hand', opportunityId, contactId })]
      : []),
    ...(chance.happens(0.3)
      ? [
          {
            event: { what: 'bounce', opportunityId },
            at: later(chance, 'ProposalCompleted', 3 * hour),
          } as const,
        ]
      : []),
  ];
}

const times = [
  '9 December at 14:00',
  '9 December at 14:00',
  '9 December at 10:30',
  '11 December at 11:00',
] as const;

/** Two appointments of one place: cancelled and moved, also at once, also to where the other one is going. */
function appointmentsOf(chance: Chance): readonly Unnamed[] {
  const wishOf = () => (chance.happens(0.4) ? 'cancel' : chance.pick(times));
  const asked = (who: string, bookingId: string, conversation: string) =>
    within(chance, 2 * minute, {
      ...{ what: 'ask_for_appointment', who, bookingId, wish: wishOf() },
      conversation: `${conversation} ${bookingId}`,
    });
  const to = chance.happens(0.5)
    ? { status: 'cancelled' }
    : { startsLocal: '2026-12-09T14:00', startsAt: '2026-12-09T13:00:00.000Z' };
  return [
    asked('ada', 'bk_501', 'appointment'),
    ...(chance.happens(0.5) ? [asked('ben', 'bk_503', 'appointment')] : []),
    ...(chance.happens(0.4) ? [asked('ada', 'bk_501', 'appointment again')] : []),
    ...(chance.happens(0.15)
      ? [within(chance, 10 * minute, { what: 'change_booking', bookingId: 'bk_501', to })]
      : []),
  ];
}

/** An agent asks for a refund in a customer's name, beside what that customer asks for themselves. */
function proposedOf(chance: Chance, orders: readonly Order[]): readonly Unnamed[] {
  const { id: orderId, customerId: customer, lines } = chance.pick(orders);
  const wanted = chance.happens(0.5) ? lines : lines.slice(0, 1);
  const body = {
    ...{ kind: 'refund.create', customer, reference: `ticket about ${orderId}` },
    arguments: {
      ...{ orderId, reason: 'unopened_return' },
      lines: wanted.map(({ lineId, quantity }) => ({ lineId, quantity })),
    },
    statements: [{ fact: 'unopened', value: 'yes', source: `ticket about ${orderId}` }],
  };
  return [within(chance, 4 * minute, { what: 'propose', body })];
}

function within(chance: Chance, ms: number, event: Besides): Unnamed {
  return { event, at: chance.whole(0, ms) };
}

function later(chance: Chance, type: string, ms: number): Planned['at'] {
  return { type, nth: chance.pick([1, 1, 2]), ms: chance.whole(1_000, ms) };
}
