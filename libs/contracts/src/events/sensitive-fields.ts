import type { EventType, Service } from '../authors.js';

/** A value that is encrypted before it is stored: where it stands, names joined by dots, `*` for every element. */
export interface SensitiveField {
  readonly path: string;
  /** Only in events whose text at another path, itself in clear, is this one. */
  readonly only?: { readonly at: string; readonly is: string };
}

const nothing: readonly SensitiveField[] = [];
const at = (...paths: readonly string[]): readonly SensitiveField[] => paths.map((path) => ({ path }));
/** The name of a signed-in person is the audit's when they are staff, and the customer's own when they are not. */
const nameOfCustomer = (person: string): SensitiveField => ({
  path: `${person}.name`,
  only: { at: `${person}.kind`, is: 'customer' },
});

/**
 * What is encrypted in each event type, all of it with the key of the customer whose stream it is. A new type does
 * not compile until somebody has judged it; a path that a newer version gives up stays, for what was written before.
 * Why these and no others: docs/decisions/0006-what-is-encrypted.md.
 */
export const sensitiveFields: Readonly<Record<EventType, readonly SensitiveField[]>> = {
  CaseOpened: at('customer.name'),
  CustomerMessageReceived: at('text'),
  CaseRouted: at('reason'),
  ModelTurnTaken: at('summary', 'refusals.*.reason', 'detail.params', 'detail.also.*.reason'),
  UnsafeStepRefused: at('reason', 'excerpt'),
  ToolCalled: at('arguments.query'),
  FactEstablished: [{ path: 'value', only: { at: 'basis', is: 'stated' } }],
  FactUnknown: nothing,
  QuestionAsked: at('text'),
  ProposalAttached: nothing,
  ActionObserved: nothing,
  ReplySent: at('text'),
  CaseEscalated: at('knownSoFar'),
  CaseCompleted: nothing,
  CaseReopened: nothing,
  // Nothing under the digest: what was approved and done must stay provable.
  ProposalDrafted: nothing,
  ProposalSuperseded: at('change'),
  ReplacementAsked: at('change'),
  PolicyDecided: nothing,
  ProposalMarkedDuplicate: nothing,
  ReservationReleased: nothing,
  ApprovalRequested: nothing,
  ApprovalReminded: nothing,
  ApprovalEscalated: nothing,
  ApprovalGranted: [nameOfCustomer('approver')],
  ApprovalRejected: [...at('reason', 'noteToCustomer'), nameOfCustomer('by')],
  ApprovalExpired: nothing,
  DecisionRefused: nothing,
  ProposalInvalidated: nothing,
  ApprovalVoided: nothing,
  ExecutionStarted: nothing,
  ExecutionSucceeded: nothing,
  ExecutionFailed: nothing,
  ExecutionRetryScheduled: nothing,
  ExecutionRetriesExhausted: nothing,
  ExecutionHeld: nothing,
  ExecutionResumed: nothing,
  OutcomeUnknown: nothing,
  ResultCameLate: nothing,
  TargetLooked: nothing,
  OutcomeReconciled: nothing,
  ProposalCompleted: nothing,
  TargetReported: nothing,
  ProposalReopened: nothing,
  ReviewRequested: nothing,
  ResolutionProposed: at('evidence', 'reason'),
  OperatorResolved: at('evidence', 'reason'),
  NoteAdded: at('text'),
  // Of a target's ledger and no customer's: there is no key to seal it with. Operators' words name no customer.
  ComparisonBegun: nothing,
  LedgerCompared: nothing,
  LedgerNotCompared: nothing,
  DifferenceFound: nothing,
  SettlementProposed: nothing,
  DifferenceSettled: nothing,
  DifferenceNoted: nothing,
  // About no customer: there is no key to seal it with, and nobody's words but an operator's.
  Stopped: nothing,
  Released: nothing,
};

/** The first events of streams, and where each says, in clear, which customer the stream is about. */
export const customerAt: Readonly<Partial<Record<EventType, string>>> = {
  CaseOpened: 'customer.subject',
  ProposalDrafted: 'customer',
};

/**
 * The services that are given the wrapping key. The policy gate and the executor are not: they judge and carry out
 * what the digest covers, and never need a person's words.
 */
export const sensitiveReaders: readonly Service[] = [
  'gateway',
  'coordinator',
  'refund_specialist',
  'approval_service',
  'reconciler',
];
