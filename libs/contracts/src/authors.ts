import type {
  CaseEventType,
  ComparisonEventType,
  DifferenceEventType,
  ProposalEventType,
  StopEventType,
} from '@countersign/domain';

/**
 * Which service may append which event type, DESIGN section 4. The same table stands in the database,
 * where it is enforced by role; a test holds the two against each other.
 */
export type Service =
  | 'gateway'
  | 'coordinator'
  | 'refund_specialist'
  | 'policy_gate'
  | 'approval_service'
  | 'executor'
  | 'reconciler';

type AnyEventType =
  | ProposalEventType
  | CaseEventType
  | ComparisonEventType
  | DifferenceEventType
  | StopEventType;

export const authors: Readonly<Record<AnyEventType, readonly Service[]>> = {
  ProposalDrafted: ['refund_specialist', 'gateway'],
  ProposalSuperseded: ['refund_specialist', 'gateway'],
  ReplacementAsked: ['refund_specialist'],
  PolicyDecided: ['policy_gate'],
  ProposalMarkedDuplicate: ['policy_gate'],
  ReservationReleased: ['policy_gate'],
  ApprovalRequested: ['approval_service'],
  ApprovalReminded: ['approval_service'],
  ApprovalEscalated: ['approval_service'],
  ApprovalGranted: ['approval_service'],
  ApprovalRejected: ['approval_service'],
  ApprovalExpired: ['approval_service'],
  DecisionRefused: ['approval_service'],
  ProposalInvalidated: ['executor'],
  ApprovalVoided: ['executor'],
  ExecutionStarted: ['executor'],
  ExecutionSucceeded: ['executor'],
  ExecutionFailed: ['executor'],
  ExecutionRetryScheduled: ['executor'],
  ExecutionRetriesExhausted: ['executor'],
  ExecutionHeld: ['executor'],
  ExecutionResumed: ['executor'],
  OutcomeUnknown: ['executor'],
  ResultCameLate: ['executor'],
  TargetLooked: ['reconciler'],
  OutcomeReconciled: ['reconciler'],
  ProposalCompleted: ['reconciler'],
  TargetReported: ['reconciler'],
  ProposalReopened: ['reconciler'],
  ReviewRequested: ['reconciler'],
  ResolutionProposed: ['reconciler'],
  OperatorResolved: ['reconciler'],
  NoteAdded: ['reconciler'],
  CaseOpened: ['coordinator'],
  CustomerMessageReceived: ['coordinator'],
  CaseRouted: ['coordinator'],
  ModelTurnTaken: ['coordinator', 'refund_specialist'],
  UnsafeStepRefused: ['coordinator', 'refund_specialist'],
  ToolCalled: ['refund_specialist'],
  FactEstablished: ['refund_specialist'],
  FactUnknown: ['refund_specialist'],
  QuestionAsked: ['coordinator', 'refund_specialist'],
  ProposalAttached: ['coordinator'],
  ActionObserved: ['coordinator'],
  ReplySent: ['coordinator'],
  CaseEscalated: ['coordinator', 'refund_specialist'],
  CaseCompleted: ['coordinator'],
  ComparisonBegun: ['reconciler'],
  LedgerCompared: ['reconciler'],
  LedgerNotCompared: ['reconciler'],
  DifferenceFound: ['reconciler'],
  SettlementProposed: ['reconciler'],
  DifferenceSettled: ['reconciler'],
  DifferenceNoted: ['reconciler'],
  CaseReopened: ['coordinator'],
  Stopped: ['reconciler'],
  Released: ['reconciler'],
};

export type EventType = keyof typeof authors;
