import type { Instant, ProposalId } from '../identifiers.js';
import type { ReportedFact } from '../proposal/events.js';
import type { Person } from '../proposal/requirements.js';

type Fact<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

/** An effect as the target's own ledger shows it, whoever caused it. */
export interface EffectSeen {
  /** The target's own reference, `re_3Qk9d0`. */
  readonly reference: string;
  /** Whose effect it says it is; absent when it was made through another channel. */
  readonly operationId?: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly amountMinor?: number;
  readonly currency?: string;
  /** `pending` is accepted and may still fail (C21); `undone` failed or was cancelled and has no effect any more. */
  readonly standing: 'settled' | 'pending' | 'undone';
  /** The target's own word for it. */
  readonly status: string;
  readonly createdAt: Instant;
}

/** A record of the target's ledger that could not be read whole. What was read of the others still counts. */
export interface UnreadableRecord {
  /** The target's own reference, where that much could be read. */
  readonly reference: string | 'none';
  /** Whose effect it says it is, where that much could be read. */
  readonly operationId?: string;
  /** The field that could not be read, and why. */
  readonly field: string;
  readonly reason: string;
  /** Its own, or that of its neighbour in the listing where its own could not be read. */
  readonly createdAt: Instant;
}

/** What a target said by itself of something that no proposal of ours stands for. */
export interface ReportSeen {
  readonly reportId: string;
  readonly says: ReportedFact;
  /** What it speaks of, by the target's own reference. */
  readonly reference: string;
  /** The thing acted on, `ch_4821`. */
  readonly target: string;
  /** As the target has it. */
  readonly operationId?: string;
  readonly code: string;
  readonly saidAt: Instant;
}

/** What our record says about the same operation. */
export interface OurRecord {
  readonly proposalId: ProposalId;
  /** The phase of the proposal. */
  readonly status: string;
  readonly target: { readonly type: string; readonly id: string };
  readonly amountMinor?: number;
  readonly currency?: string;
  /** The reference that was read back, where one was. */
  readonly reference: string | 'none';
  readonly sentAt: Instant | 'never';
}

export type DifferenceKind =
  /** The target holds an effect that no proposal of ours asked for. */
  | 'effect_without_proposal'
  /** The target holds an effect of a proposal that, by our record, ended without one. */
  | 'effect_not_claimed'
  /** Our record says completed; the target's whole listing holds none. */
  | 'effect_missing'
  /** Our record says completed; the target says that it failed or was cancelled since (C21). */
  | 'effect_failed'
  | 'two_effects'
  | 'amount_differs'
  | 'currency_differs'
  | 'target_differs'
  /** The target's ledger holds a record that cannot be read: nobody can say what it is. */
  | 'unreadable'
  /** The target said something by itself that belongs to no proposal of ours. */
  | 'report_unplaced';

export interface ComparedWindow {
  readonly from: Instant;
  /** Not itself part of it. */
  readonly to: Instant;
}

export interface ComparedCounts {
  /** At the target, in the window, that stand. */
  readonly effects: number;
  readonly agreed: number;
  /** Still being sent or found out: no difference yet. */
  readonly inFlight: number;
  /** A person has the proposal in the recovery queue already. */
  readonly underReview: number;
  readonly differences: number;
  /** Of these, settled by people; a record from before they were told apart does not say. */
  readonly settled?: number;
  /** Of these, without an item yet: one comparison makes so many, and the window is compared again for the rest. */
  readonly notRecorded: number;
}

/** Sums of one currency, in minor units; what is in flight or under review is on neither side. */
export interface ComparedTotal {
  readonly currency: string;
  readonly targetMinor: number;
  readonly oursMinor: number;
}

/** One stream a tenant and target: how far its ledger has been compared, and with what result. */
export type ComparisonEvent =
  | Fact<'ComparisonBegun', { target: string; from: Instant; at: Instant }>
  | Fact<
      'LedgerCompared',
      {
        target: string;
        /** How old the newest end of the window had to be: each age is compared on its own, once. Milliseconds. */
        afterMs: number;
        /** Only what the schedule compares moves what is done so far. */
        askedBy: 'schedule' | 'person';
        window: ComparedWindow;
        counts: ComparedCounts;
        totals: readonly ComparedTotal[];
        source: string;
        at: Instant;
      }
    >
  | Fact<
      'LedgerNotCompared',
      {
        target: string;
        afterMs: number;
        askedBy: 'schedule' | 'person';
        window: ComparedWindow;
        code: string;
        why: string;
        at: Instant;
      }
    >;

/** One stream a difference; its id is made of what differs, so that finding it again is no second item. */
export type DifferenceEvent =
  | Fact<
      'DifferenceFound',
      {
        /** The target system, `payments`. */
        system: string;
        kind: DifferenceKind;
        proposalId: ProposalId | 'none';
        /** When the effect came to be, or the call was made where there is none: in which window it belongs. */
        anchoredAt: Instant;
        effects: readonly EffectSeen[];
        /** Absent for an effect that no proposal asked for. */
        ours?: OurRecord;
        /** Of the kind `unreadable`. */
        unreadable?: UnreadableRecord;
        /** Of the kind `report_unplaced`. */
        report?: ReportSeen;
        source: string;
        readAt: Instant;
        at: Instant;
      }
    >
  | Fact<'SettlementProposed', { by: Person; evidence: string; reason: string; at: Instant }>
  | Fact<
      'DifferenceSettled',
      {
        how: 'agrees_again' | 'by_people';
        /** Empty when a later comparison found that the ledgers agree. */
        people: readonly Person[];
        reason: string;
        at: Instant;
      }
    >
  | Fact<'DifferenceNoted', { by: Person; text: string; at: Instant }>;

export type ComparisonEventType = ComparisonEvent['type'];
export type DifferenceEventType = DifferenceEvent['type'];
export type ComparisonEventData<Type extends ComparisonEventType> = Extract<
  ComparisonEvent,
  { type: Type }
>['data'];
export type DifferenceEventData<Type extends DifferenceEventType> = Extract<
  DifferenceEvent,
  { type: Type }
>['data'];
