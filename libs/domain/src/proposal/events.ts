import type { CaseId, Digest, Instant, ProposalId, SubjectId, TenantId } from '../identifiers.js';
import type { JsonObject } from '../json.js';
import type { Action } from './action.js';
import type { Hold, LateResult, Start } from './attempt-facts.js';
import type { Escalation, PolicyDecision } from './policy-decision.js';
import type { Grant, Person, Requirement } from './requirements.js';

type Fact<Type extends string, Data> = { readonly type: Type; readonly data: Readonly<Data> };

export interface Author {
  readonly kind: 'specialist' | 'agent' | 'person';
  readonly subject: SubjectId;
  readonly name: string;
  /** As the verified token said them when it was drafted. */
  readonly roles: readonly string[];
}

/** Evidence that the target holds exactly one effect for this operation. */
export interface Receipt {
  /** The target's own reference, `re_3Qk9d0`. */
  readonly reference: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  /** `pending` is accepted and may still fail; `failed` was accepted and was given back: nothing of it stands. */
  readonly settled: 'settled' | 'pending' | 'failed';
  readonly details: JsonObject;
}

export interface LookEvidence {
  readonly source: string;
  readonly asked: string;
  readonly readAt: Instant;
  /** Whether the answer is a whole listing; absence is believed only then. */
  readonly complete: boolean;
  readonly found: readonly Receipt[];
  readonly why: string;
  /** Why nothing found may be believed to mean that nothing happened; there wherever that is concluded. */
  readonly absence?: Absence;
  /** There when the thing acted on is contested at the target, such as a charge that the customer's bank disputes. */
  readonly disputed?: boolean;
}

/** Why an absence may be believed. That time has passed is no reason, and neither is a look that failed. */
export interface Absence {
  /** Every record was listed, or the target was asked for this very operation and keeps all it ever took. */
  readonly basis: 'whole_listing' | 'lookup_by_operation';
  /** How many records were read, all there are. */
  readonly recordsRead: number;
  readonly lastSentAt: Instant;
  /** From then on no call that was sent can still arrive. The look was made later. */
  readonly settledAt: Instant;
}

/** What a target may say by itself, later. A hint to look, and never proof. */
export type ReportedFact = 'effect_succeeded' | 'effect_failed' | 'target_disputed' | 'dispute_closed';

/** Why what had been read back and completed is open again. */
export type ReopenReason =
  /** The one effect failed at the target later: nothing stands. */
  | 'effect_failed'
  /** A whole listing no longer holds it. */
  | 'effect_missing'
  /** The target holds something else than was approved by now. */
  | 'effect_differs'
  /** It stands, and what it was done to is contested. */
  | 'target_disputed'
  /** It was only accepted, and did not settle for as long as it was looked at. */
  | 'never_settled'
  /** It had ended as one that was not carried out, and an effect of it is there. */
  | 'effect_found';

export type RecoveryStep =
  | 'look_again'
  | 'record_happened'
  | 'record_did_not_happen'
  | 'send_again'
  | 'close';
export type ReviewReason =
  | 'retries_exhausted'
  | 'outcome_still_unknown'
  | 'parameters_differ'
  | 'read_back_contradicts'
  | 'refused_by_target'
  | 'effect_failed'
  | 'target_disputed'
  | 'never_settled';

export type ProposalEvent =
  | Fact<
      'ProposalDrafted',
      {
        proposalId: ProposalId;
        tenant: TenantId;
        /** The customer the action is for. */
        customer: SubjectId;
        /** The case it belongs to, or the agent's own reference where no case is ours. */
        origin:
          | { kind: 'case'; caseId: CaseId }
          | {
              kind: 'agent';
              reference: string;
              requestHash: string;
              /** Earlier proposals that this one is meant to repeat, where the agent said so: it is no duplicate of them. */
              distinctFrom?: readonly ProposalId[];
            };
        author: Author;
        /** Who asked for or started the matter; judged for four eyes. */
        startedBy: readonly SubjectId[];
        action: Action;
        digest: Digest;
        /** Hash of what was asked for, as its author says; what one intent may do once is judged on a hash of policy's own. */
        intent: string;
        capability: { name: string; version: string };
        supersedes: ProposalId | 'none';
        /** The completed proposal whose effect this one takes back: an undo is a proposal of its own. */
        compensates?: ProposalId;
        /** The completed proposal after which this is a forward step. */
        follows?: ProposalId;
        draftedAt: Instant;
      }
    >
  | Fact<'ProposalSuperseded', { by: ProposalId; change: string; at: Instant }>
  /** A change was drafted while a call of this one may have had its effect: first it is found out, then it is replaced. */
  | Fact<'ReplacementAsked', { by: ProposalId; change: string; at: Instant }>
  | Fact<'PolicyDecided', PolicyDecision>
  /** What the proposal held of a capacity is given back, because it ended without an effect. */
  | Fact<'ReservationReleased', { because: string; at: Instant }>
  | Fact<'ProposalMarkedDuplicate', { of: ProposalId; at: Instant }>
  | Fact<
      'ApprovalRequested',
      { requirements: readonly Requirement[]; digest: Digest; requestedAt: Instant; expiresAt: Instant }
    >
  | Fact<'ApprovalReminded', { slots: readonly string[]; at: Instant }>
  | Fact<'ApprovalEscalated', Escalation>
  | Fact<'ApprovalGranted', Grant>
  | Fact<
      'ApprovalRejected',
      { slot: string; digest: Digest; by: Person; reason: string; noteToCustomer: string; at: Instant }
    >
  | Fact<'ApprovalExpired', { expiresAt: Instant; at: Instant }>
  | Fact<'DecisionRefused', { who: string; digest: string; code: string; message: string; at: Instant }>
  | Fact<
      'ProposalInvalidated',
      { code: string; difference: string; evidence: JsonObject; ownEffect?: LookEvidence; at: Instant }
    >
  | Fact<'ApprovalVoided', { code: string; message: string; ownEffect?: LookEvidence; at: Instant }>
  | Fact<'ExecutionStarted', Start>
  | Fact<'ExecutionSucceeded', { attempt: number; receipt: Receipt; at: Instant }>
  | Fact<
      'ExecutionFailed',
      {
        attempt: number;
        class: 'rejected';
        code: string;
        message: string;
        /** Of the calls before this one; there whenever one of them might have had its effect. */
        ownEffect?: LookEvidence;
        at: Instant;
      }
    >
  | Fact<
      'ExecutionRetryScheduled',
      { attempt: number; code: string; retryAt: Instant; attemptsMax: number; at: Instant }
    >
  | Fact<'ExecutionRetriesExhausted', { attempt: number; code: string; attemptsMax: number; at: Instant }>
  /** Held back before any request of this attempt left, so nothing was applied and no try is counted. */
  | Fact<'ExecutionHeld', Hold>
  | Fact<'ExecutionResumed', { because: 'released' | 'due'; at: Instant }>
  | Fact<'OutcomeUnknown', { attempt: number; code: string; at: Instant }>
  /** What a worker brought after its attempt had been closed: kept as said, and applied to nothing. */
  | Fact<'ResultCameLate', LateResult>
  | Fact<
      'TargetLooked',
      { look: number; asked: string; answer: 'answered' | 'no_answer'; code: string; at: Instant }
    >
  | Fact<
      'OutcomeReconciled',
      {
        finding: 'happened' | 'did_not_happen' | 'inconclusive';
        look: number;
        evidence: LookEvidence;
        at: Instant;
      }
    >
  | Fact<'ProposalCompleted', { receipt: Receipt; evidence: LookEvidence; at: Instant }>
  | Fact<
      'TargetReported',
      {
        /** The target's own id of its message: the same message twice is one report. */
        reportId: string;
        says: ReportedFact;
        /** What it speaks of, by the target's own reference. */
        reference: string;
        /** The target's own word, `expired_or_canceled_card`. */
        code: string;
        /** By the target's clock, which alone orders what it said: messages arrive in any order. */
        saidAt: Instant;
        at: Instant;
      }
    >
  | Fact<
      'ProposalReopened',
      {
        because: ReopenReason;
        /** What was read; absent only where the target gave no answer for as long as it was asked. */
        evidence?: LookEvidence;
        /** The report that made somebody look, or `none` where the look was due anyway. */
        report: string;
        at: Instant;
      }
    >
  | Fact<
      'ReviewRequested',
      {
        reason: ReviewReason;
        code: string;
        incidentKey: string;
        lastKnownState: string;
        readAt: Instant | 'never';
        allowedSteps: readonly RecoveryStep[];
        /** What was read at that moment; there whenever something is concluded from it. */
        evidence?: LookEvidence;
        at: Instant;
      }
    >
  | Fact<
      'ResolutionProposed',
      { step: RecoveryStep; by: Person; evidence: string; reason: string; at: Instant }
    >
  | Fact<
      'OperatorResolved',
      { step: RecoveryStep; proposedBy: SubjectId; by: Person; evidence: string; reason: string; at: Instant }
    >
  | Fact<'NoteAdded', { by: Person; text: string; at: Instant }>;

export type ProposalEventType = ProposalEvent['type'];
export type ProposalEventOf<Type extends ProposalEventType> = Extract<ProposalEvent, { type: Type }>;
export type ProposalEventData<Type extends ProposalEventType> = ProposalEventOf<Type>['data'];
