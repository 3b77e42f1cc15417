import type { EventType } from './authors.js';

/** What an event says of the claims of its stream. */
export interface ReservationRule {
  /** What a refusal names. */
  readonly rule: string;
  readonly type: EventType;
  /** What the event says as its `verdict`; absent: whatever it says. A verdict that no rule has is refused. */
  readonly verdict?: string;
  /** With how a key begins that the stream holds once the event is appended, or that it then holds nothing. */
  readonly holdsAfter: string | 'nothing';
  /** Whether claims may be given back in the same append. */
  readonly givesBack: boolean;
}

/** How the key of the claim begins that makes two proposals of one intent one effect. */
export const intentPrefix = 'intent:';

/**
 * What is never permitted without its reservation, and what is never given back without a word of it. The same table
 * stands in the database (`countersign.reservation_rules`), where append keeps it; a test holds the two against each
 * other.
 */
export const reservationRules: readonly ReservationRule[] = [
  {
    ...{ rule: 'allowed_holds_its_intent', type: 'PolicyDecided', verdict: 'allow' },
    ...{ holdsAfter: intentPrefix, givesBack: false },
  },
  {
    ...{ rule: 'asked_for_holds_its_intent', type: 'PolicyDecided', verdict: 'requirements' },
    ...{ holdsAfter: intentPrefix, givesBack: false },
  },
  {
    ...{ rule: 'denied_holds_nothing', type: 'PolicyDecided', verdict: 'deny' },
    ...{ holdsAfter: 'nothing', givesBack: false },
  },
  {
    ...{ rule: 'duplicate_holds_nothing', type: 'ProposalMarkedDuplicate' },
    ...{ holdsAfter: 'nothing', givesBack: false },
  },
  {
    ...{ rule: 'released_holds_nothing', type: 'ReservationReleased' },
    ...{ holdsAfter: 'nothing', givesBack: true },
  },
];
