import type {
  CaseEventType,
  ComparisonEventType,
  DifferenceEventType,
  ProposalEventType,
  StopEventType,
} from '@countersign/domain';
import type { EventType } from '../authors.js';
import type { StreamCategory } from '../envelope/event.js';
import * as conversation from './case/conversation.js';
import * as investigation from './case/investigation.js';
import * as outcome from './case/outcome.js';
import * as difference from './comparison/difference.js';
import * as ledger from './comparison/ledger.js';
import * as approval from './proposal/approval.js';
import * as drafting from './proposal/drafting.js';
import * as execution from './proposal/execution.js';
import * as judging from './proposal/judging.js';
import * as recovery from './proposal/recovery.js';
import * as stopping from './stop/stopping.js';

/** Data of one version made into data of the next. It adds and renames; it knows no time and looks nothing up. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** One event type with its whole history. */
export interface EventContract {
  readonly category: StreamCategory;
  /** The version that is written now. */
  readonly current: number;
  /** The class of the current version's data. */
  readonly class: new () => object;
  /** By the version that each takes; there is one for every version before the current. */
  readonly upcasters: Readonly<Record<number, Upcaster>>;
}

const first = (category: StreamCategory, of: new () => object): EventContract => ({
  category,
  current: 1,
  class: of,
  upcasters: {},
});

const proposals: Readonly<Record<ProposalEventType, EventContract>> = {
  ProposalDrafted: first('proposal', drafting.ProposalDrafted),
  ProposalSuperseded: first('proposal', drafting.ProposalSuperseded),
  ReplacementAsked: first('proposal', drafting.ReplacementAsked),
  PolicyDecided: first('proposal', judging.PolicyDecided),
  ReservationReleased: first('proposal', judging.ReservationReleased),
  ProposalMarkedDuplicate: first('proposal', judging.ProposalMarkedDuplicate),
  ApprovalRequested: first('proposal', approval.ApprovalRequested),
  ApprovalReminded: first('proposal', approval.ApprovalReminded),
  ApprovalEscalated: first('proposal', approval.ApprovalEscalated),
  ApprovalGranted: first('proposal', approval.ApprovalGranted),
  ApprovalRejected: first('proposal', approval.ApprovalRejected),
  ApprovalExpired: first('proposal', approval.ApprovalExpired),
  DecisionRefused: first('proposal', approval.DecisionRefused),
  ProposalInvalidated: first('proposal', execution.ProposalInvalidated),
  ApprovalVoided: first('proposal', execution.ApprovalVoided),
  ExecutionStarted: first('proposal', execution.ExecutionStarted),
  ExecutionSucceeded: first('proposal', execution.ExecutionSucceeded),
  ExecutionFailed: first('proposal', execution.ExecutionFailed),
  ExecutionRetryScheduled: first('proposal', execution.ExecutionRetryScheduled),
  ExecutionRetriesExhausted: first('proposal', execution.ExecutionRetriesExhausted),
  ExecutionHeld: first('proposal', execution.ExecutionHeld),
  ExecutionResumed: first('proposal', execution.ExecutionResumed),
  ResultCameLate: first('proposal', execution.ResultCameLate),
  OutcomeUnknown: first('proposal', execution.OutcomeUnknown),
  TargetLooked: first('proposal', recovery.TargetLooked),
  OutcomeReconciled: first('proposal', recovery.OutcomeReconciled),
  ProposalCompleted: first('proposal', recovery.ProposalCompleted),
  TargetReported: first('proposal', recovery.TargetReported),
  ProposalReopened: first('proposal', recovery.ProposalReopened),
  ReviewRequested: first('proposal', recovery.ReviewRequested),
  ResolutionProposed: first('proposal', recovery.ResolutionProposed),
  OperatorResolved: first('proposal', recovery.OperatorResolved),
  NoteAdded: first('proposal', recovery.NoteAdded),
};

const cases: Readonly<Record<CaseEventType, EventContract>> = {
  CaseOpened: first('case', conversation.CaseOpened),
  CustomerMessageReceived: first('case', conversation.CustomerMessageReceived),
  CaseRouted: first('case', conversation.CaseRouted),
  QuestionAsked: first('case', conversation.QuestionAsked),
  ReplySent: first('case', conversation.ReplySent),
  ModelTurnTaken: first('case', investigation.ModelTurnTaken),
  UnsafeStepRefused: first('case', investigation.UnsafeStepRefused),
  ToolCalled: first('case', investigation.ToolCalled),
  FactEstablished: first('case', investigation.FactEstablished),
  FactUnknown: first('case', investigation.FactUnknown),
  ProposalAttached: first('case', outcome.ProposalAttached),
  ActionObserved: first('case', outcome.ActionObserved),
  CaseEscalated: first('case', outcome.CaseEscalated),
  CaseCompleted: first('case', outcome.CaseCompleted),
  CaseReopened: first('case', outcome.CaseReopened),
};

const comparisons: Readonly<Record<ComparisonEventType, EventContract>> = {
  ComparisonBegun: first('comparison', ledger.ComparisonBegun),
  LedgerCompared: first('comparison', ledger.LedgerCompared),
  LedgerNotCompared: first('comparison', ledger.LedgerNotCompared),
};

const differences: Readonly<Record<DifferenceEventType, EventContract>> = {
  DifferenceFound: first('difference', difference.DifferenceFound),
  SettlementProposed: first('difference', difference.SettlementProposed),
  DifferenceSettled: first('difference', difference.DifferenceSettled),
  DifferenceNoted: first('difference', difference.DifferenceNoted),
};

const stops: Readonly<Record<StopEventType, EventContract>> = {
  Stopped: first('stop', stopping.Stopped),
  Released: first('stop', stopping.Released),
};

/** Every event type there is. A type without a contract does not compile. */
export const eventContracts: Readonly<Record<EventType, EventContract>> = {
  ...proposals,
  ...cases,
  ...comparisons,
  ...differences,
  ...stops,
};

/** The contract of a type that arrives as a string, or undefined for a type that this release does not know. */
export function contractOf(type: string): EventContract | undefined {
  return Object.hasOwn(eventContracts, type) ? eventContracts[type as EventType] : undefined;
}
