import fc from 'fast-check';
import type { ProposalEvent, ProposalEventType } from '../proposal/events.js';
import { lucks, type Move, people, requirementLists, whats } from './moves.js';
import { at, ben } from './people.js';
import { digest, fact, look, nothingFound, otherDigest, proposalEventTypes } from './proposal-facts.js';

/** Any move; every second one moves the proposal on, so that runs get far. */
const anyMove: fc.Arbitrary<Move> = fc.record({
  worker: fc.nat({ max: 2 }),
  reads: fc.boolean(),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('onward' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...whats) },
  ),
  person: fc.nat({ max: people.length - 1 }),
  slot: fc.nat({ max: 2 }),
  rightDigest: fc.oneof(
    { weight: 9, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  waits: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 20 }) }, { weight: 1, arbitrary: fc.constant(1000) }),
  luck: fc.constantFrom(...lucks),
  verdict: fc.nat({ max: requirementLists.length - 1 }),
  choice: fc.nat({ max: 2 }),
});
export const anyMoves = fc.array(anyMove, { minLength: 20, maxLength: 80, size: 'max' });

const anyDigest = fc.constantFrom(digest, otherDigest);
const anySlot = fc.constantFrom('customer', 'manager', 'second_manager', 'nobody');
const anyPerson = fc.constantFrom(...people, ben);

/** What may differ in an event that anybody could have written, in any order, with any content. */
const variations: Partial<Record<ProposalEventType, fc.Arbitrary<object>>> = {
  ProposalDrafted: fc.record({ digest: anyDigest }),
  PolicyDecided: fc.record({
    verdict: fc.constantFrom('allow', 'requirements', 'deny'),
    requirements: fc.constantFrom(...requirementLists),
  }),
  ApprovalEscalated: fc.record({ slot: anySlot }),
  ApprovalGranted: fc.record({ slot: anySlot, digest: anyDigest, approver: anyPerson }),
  ApprovalRejected: fc.record({ slot: anySlot, by: anyPerson }),
  ExecutionStarted: fc.record({ attempt: fc.nat({ max: 3 }), digest: anyDigest }),
  OutcomeReconciled: fc.record({
    finding: fc.constantFrom('happened', 'did_not_happen', 'inconclusive'),
    evidence: fc.constantFrom(look(), nothingFound),
  }),
  TargetReported: fc.record({
    reportId: fc.constantFrom('evt_1', 'evt_2', 'evt_3'),
    says: fc.constantFrom('effect_failed', 'effect_succeeded', 'target_disputed'),
  }),
  ProposalReopened: fc.record({ because: fc.constantFrom('effect_failed', 'target_disputed') }),
  ReviewRequested: fc.record({
    reason: fc.constantFrom('outcome_still_unknown', 'effect_failed', 'target_disputed'),
  }),
  TargetLooked: fc.record({ look: fc.nat({ max: 3 }) }),
  OperatorResolved: fc.record({
    step: fc.constantFrom('look_again', 'record_happened', 'record_did_not_happen', 'send_again', 'close'),
  }),
  ExecutionRetryScheduled: fc.record({ retryAt: fc.nat({ max: 500 }).map(at) }),
  ExecutionHeld: fc.record({
    attempt: fc.nat({ max: 3 }),
    code: fc.constantFrom('stopped', 'circuit_open', 'beside_changed'),
  }),
  ResultCameLate: fc.record({ attempt: fc.nat({ max: 3 }) }),
};

export const anyEvent: fc.Arbitrary<ProposalEvent> = fc
  .constantFrom(...proposalEventTypes)
  .chain((type) => (variations[type] ?? fc.constant({})).map((over) => fact(type, over)));
