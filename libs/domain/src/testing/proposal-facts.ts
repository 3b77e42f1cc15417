import { caseId, digestOfHex, operationIdOf, proposalId, subjectId, tenantId } from '../identifiers.js';
import type { Action } from '../proposal/action.js';
import type {
  LookEvidence,
  ProposalEvent,
  ProposalEventData,
  ProposalEventOf,
  ProposalEventType,
  Receipt,
} from '../proposal/events.js';
import type { Requirement } from '../proposal/requirements.js';
import type { SaidOfAction } from '../proposal/words.js';
import { ada, at, maya, sam } from './people.js';

/** The refund of order 4821, EUR 79.00, as it stands in most tests. */
const refund: Action = {
  kind: 'refund.create',
  target: { type: 'charge', id: 'ch_4821' },
  arguments: { orderId: '4821', lines: ['1', '2'] },
  money: { amountMinor: 7900, currency: 'EUR' },
  evidence: [
    { fact: 'delivered_at', value: at(-86400), basis: 'record', source: 'orders/4821', readAt: at(0) },
  ],
  resourceVersions: [{ resource: 'orders/4821', version: '3' }],
};
/** What a capability that pays back says of it. */
export const paid: SaidOfAction = {
  nothing: 'paid',
  afterwards: '5 to 10 days.',
  askedOf: 'the payment provider',
  refusals: { charge_disputed: 'your bank is already looking into this payment.' },
};
export const digest = digestOfHex('d1'.repeat(32));
export const otherDigest = digestOfHex('0e'.repeat(32));
export const id = proposalId('5d0d7c0e-2a51-5b6e-9d0d-1c7a3c1f4821');
export const otherId = proposalId('9a1e55aa-7d0e-5c11-8f6b-2b6a4c1f4822');

export const consent: Requirement = { slot: 'customer', basis: 'consent', person: ada.subject };
export const manager: Requirement = { slot: 'manager', basis: 'approval', role: 'support_manager' };
export const secondManager: Requirement = { ...manager, slot: 'second_manager' };

export const receipt: Receipt = {
  reference: 're_3Qk9d0',
  amountMinor: 7900,
  currency: 'EUR',
  settled: 'settled',
  details: {},
};
export const look = (over: Partial<LookEvidence> = {}): LookEvidence => ({
  source: 'payments',
  asked: 'refunds of ch_4821 by operation id',
  readAt: at(300),
  complete: true,
  found: [receipt],
  why: 'One refund carries the operation id.',
  ...over,
});

/** A complete listing in which nothing was found, read late enough to prove that nothing is there. */
export const nothingFound = look({
  found: [],
  why: 'No refund carries the operation id.',
  absence: { basis: 'whole_listing', recordsRead: 0, lastSentAt: at(70), settledAt: at(130) },
});

/** One plain fact of every type. A new type does not compile until it is here. */
export const plainData: { readonly [Type in ProposalEventType]: ProposalEventData<Type> } = {
  ProposalDrafted: {
    proposalId: id,
    tenant: tenantId('fjordlight'),
    customer: ada.subject,
    origin: { kind: 'case', caseId: caseId('c1') },
    author: {
      kind: 'specialist',
      subject: subjectId('refund-specialist'),
      name: 'Refund specialist',
      roles: [],
    },
    startedBy: [ada.subject],
    action: refund,
    digest,
    intent: '1f'.repeat(32),
    capability: { name: 'refunds', version: '1' },
    supersedes: 'none',
    draftedAt: at(0),
  },
  ProposalSuperseded: { by: otherId, change: 'amount', at: at(20) },
  ReplacementAsked: { by: otherId, change: 'amount', at: at(75) },
  PolicyDecided: {
    verdict: 'requirements',
    requirements: [consent],
    reasons: [{ policyId: 'refund-consent', section: '2', reason: 'Below the staff limit.' }],
    policySetHash: 'ab'.repeat(32),
    policyVersion: '7',
    approvalValidForMs: 3_600_000,
    remindAfterMs: 600_000,
    permissionValidForMs: 900_000,
    facts: { capturedMinor: 7900, refundedMinor: 0 },
    decidedAt: at(10),
  },
  ReservationReleased: { because: 'rejected', at: at(60) },
  ProposalMarkedDuplicate: { of: otherId, at: at(10) },
  ApprovalRequested: { requirements: [consent], digest, requestedAt: at(11), expiresAt: at(3611) },
  ApprovalReminded: { slots: ['customer'], at: at(611) },
  ApprovalEscalated: { slot: 'manager', toRole: 'head_of_support', at: at(3000), expiresAt: at(7200) },
  ApprovalGranted: {
    slot: 'customer',
    basis: 'consent',
    digest,
    approver: ada,
    grantedAt: at(60),
    expiresAt: at(960),
    cardHash: 'ca'.repeat(32),
    cardShownAt: at(50),
    policySetHash: 'ab'.repeat(32),
    signature: 'e30.e30.c2ln',
  },
  ApprovalRejected: {
    slot: 'manager',
    digest,
    by: maya,
    reason: 'Opened',
    noteToCustomer: 'The seal is broken.',
    at: at(60),
  },
  ApprovalExpired: { expiresAt: at(3611), at: at(3611) },
  DecisionRefused: {
    who: 'ben',
    digest,
    code: 'not_routed_to_you',
    message: 'You can read it, not decide it.',
    at: at(55),
  },
  ProposalInvalidated: {
    code: 'already_refunded',
    difference: 'Order 4821 was settled through another channel.',
    evidence: {},
    at: at(61),
  },
  ApprovalVoided: { code: 'role_withdrawn', message: 'Rights were withdrawn.', at: at(61) },
  ExecutionStarted: {
    attempt: 1,
    operationId: operationIdOf(id),
    digest,
    worker: 'w1',
    startedAt: at(70),
    permission: 'ada',
  },
  ExecutionSucceeded: { attempt: 1, receipt, at: at(71) },
  ExecutionFailed: {
    attempt: 1,
    class: 'rejected',
    code: 'charge_disputed',
    message: 'The charge is disputed.',
    at: at(71),
  },
  ExecutionRetryScheduled: {
    attempt: 1,
    code: 'unavailable',
    retryAt: at(80),
    attemptsMax: 5,
    at: at(71),
  },
  ExecutionRetriesExhausted: { attempt: 1, code: 'unavailable', attemptsMax: 5, at: at(71) },
  ExecutionHeld: {
    attempt: 1,
    code: 'stopped',
    system: 'payments',
    stop: 'target-payments',
    retryAt: 'when_released',
    at: at(71),
  },
  ExecutionResumed: { because: 'released', at: at(90) },
  OutcomeUnknown: { attempt: 1, code: 'timeout', at: at(100) },
  ResultCameLate: { attempt: 1, worker: 'w1', class: 'succeeded', code: 'succeeded', receipt, at: at(140) },
  TargetLooked: { look: 1, asked: 'refunds of ch_4821', answer: 'answered', code: 'ok', at: at(300) },
  OutcomeReconciled: { finding: 'happened', look: 1, evidence: look(), at: at(300) },
  ProposalCompleted: { receipt, evidence: look(), at: at(301) },
  TargetReported: {
    reportId: 'evt_1',
    says: 'effect_failed',
    reference: 're_3Qk9d0',
    code: 'expired_or_canceled_card',
    saidAt: at(172_800),
    at: at(172_805),
  },
  ProposalReopened: {
    because: 'effect_failed',
    evidence: look({ found: [{ ...receipt, settled: 'failed' }] }),
    report: 'evt_1',
    at: at(172_806),
  },
  ReviewRequested: {
    reason: 'outcome_still_unknown',
    code: 'no_answer',
    incidentKey: 'payments-timeout',
    lastKnownState: 'No answer yet.',
    readAt: 'never',
    allowedSteps: ['look_again', 'record_happened', 'record_did_not_happen', 'send_again', 'close'],
    at: at(900),
  },
  ResolutionProposed: {
    step: 'record_happened',
    by: sam,
    evidence: 're_3Qk9d0',
    reason: 'Seen in the dashboard.',
    at: at(1000),
  },
  OperatorResolved: {
    step: 'record_happened',
    proposedBy: sam.subject,
    by: maya,
    evidence: 're_3Qk9d0',
    reason: 'Seen in the dashboard.',
    at: at(1100),
  },
  NoteAdded: { by: sam, text: 'Asked the provider.', at: at(1000) },
};

/** The plain fact of a type, with what this test wants to be different. */
export function fact<Type extends ProposalEventType>(
  type: Type,
  over: Partial<ProposalEventData<Type>> = {},
): ProposalEventOf<Type> {
  return { type, data: { ...plainData[type], ...over } } as unknown as ProposalEventOf<Type>;
}

export const proposalEventTypes = Object.keys(plainData) as readonly ProposalEventType[];
export const everyProposalFact: readonly ProposalEvent[] = proposalEventTypes.map((type) => fact(type));
