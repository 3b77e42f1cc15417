/**
 * The rules of Countersign, and nothing else: a proposal's life and a case's, money, evidence and what a
 * digest covers. It refuses to know the time, to draw a random number, to await or to import anything:
 * time, ids and looked-up facts arrive in the command.
 * Its one invariant: of any stream, in any order of hearing, at most one execution is permitted at a time,
 * and none without a live permission for exactly the digest that was seen.
 */
export { type BoundsLeft, boundReached, boundsLeft, defaultBounds } from './case/bounds.js';
export { type CaseCommand, type CaseDecision, type CaseRefusal, decideCase } from './case/decide.js';
export type {
  Bounds,
  CaseEvent,
  CaseEventData,
  CaseEventOf,
  CaseEventType,
  CaseOutcome,
  EscalationReason,
  LookupOutcome,
  Provenance,
  StepAttempted,
  Usage,
  Versions,
} from './case/events.js';
export { type AttachedProposal, type Case, evolveCase, noCase, type OpenedCase } from './case/state.js';
export {
  type Comparison,
  type ComparisonCommand,
  type ComparisonRefusal,
  comparedTo,
  decideComparison,
  evolveComparison,
  type LedgerReading,
  noComparison,
} from './comparison/comparison.js';
export {
  carriesMoney,
  type Difference,
  type DifferenceCommand,
  type DifferenceRefusal,
  decideDifference,
  evolveDifference,
  noDifference,
} from './comparison/difference.js';
export type {
  ComparedCounts,
  ComparedTotal,
  ComparedWindow,
  ComparisonEvent,
  ComparisonEventData,
  ComparisonEventType,
  DifferenceEvent,
  DifferenceEventData,
  DifferenceEventType,
  DifferenceKind,
  EffectSeen,
  OurRecord,
  ReportSeen,
  UnreadableRecord,
} from './comparison/events.js';
export { type Decision, never, type Refused } from './decision.js';
export {
  type CaseId,
  caseId,
  type Digest,
  digestOfHex,
  type Instant,
  isBefore,
  type OperationId,
  operationIdOf,
  type ProposalId,
  proposalId,
  type SubjectId,
  subjectId,
  type TenantId,
  tenantId,
} from './identifiers.js';
export type { JsonObject, JsonValue } from './json.js';
export { currencies, exponentOf } from './money/currency.js';
export {
  amountMinorMax,
  formatMoney,
  type Money,
  type MoneyRefusal,
  moneyFault,
} from './money/money.js';
export { type Summed, sumOf } from './money/sum.js';
export {
  type Action,
  digestContent,
  type Evidence,
  intentContent,
  type ResourceVersion,
} from './proposal/action.js';
export type { Hold, LateResult, Start } from './proposal/attempt-facts.js';
export {
  isInvolved,
  type ProposalCommand,
  type ProposalDecision,
  type ProposalRefusal,
} from './proposal/commands.js';
export { decideProposal } from './proposal/decide.js';
export { slotFor } from './proposal/decide-approval.js';
export type {
  Absence,
  Author,
  LookEvidence,
  ProposalEvent,
  ProposalEventData,
  ProposalEventOf,
  ProposalEventType,
  Receipt,
  RecoveryStep,
  ReopenReason,
  ReportedFact,
  ReviewReason,
} from './proposal/events.js';
export { evolveProposal, noProposal } from './proposal/evolve.js';
export {
  againstSendingAgain,
  holdsAgain,
  isAskedAnew,
  isFoundAfterEnd,
  leftBehind,
  mayComeBack,
} from './proposal/late-effect.js';
export type { PolicyDecision, PolicyReason } from './proposal/policy-decision.js';
export {
  describeRequirement,
  type Grant,
  grantsOf,
  mayFill,
  type PassedOn,
  type Person,
  type Requirement,
  type Route,
  type Slot,
} from './proposal/requirements.js';
export { lastArrivalMs, type Sent, sendWithinMs, sentIn, settledAtMs } from './proposal/sending.js';
export {
  callsInDoubt,
  type Drafted,
  endedWithoutEffect,
  isDisputed,
  isFinal,
  type Permitted,
  type PolicyVerdict,
  type Proposal,
  type ProposalStatus,
  parametersDiffer,
  type Replacement,
  type Report,
  type WaitingToBeSent,
  waitsToBeSent,
} from './proposal/state.js';
export {
  customerWords,
  type NamesOfAction,
  permittedBy,
  plainlySaid,
  type SaidOfAction,
  stateWord,
} from './proposal/words.js';
export type { StopEvent, StopEventData, StopEventType } from './stop/events.js';
export { type StopScope, scopeId, scopeOf, scopesOver } from './stop/scope.js';
export {
  decideStop,
  evolveStop,
  notStopped,
  type Stop,
  type StopCommand,
  type StopRefusal,
} from './stop/stop.js';
export {
  clockInWords,
  type FactInWords,
  factInWords,
  instantInWords,
  spaced,
  valueInWords,
} from './words/value-in-words.js';
