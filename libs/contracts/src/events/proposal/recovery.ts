import type {
  ProposalEventData,
  RecoveryStep,
  ReopenReason,
  ReportedFact,
  ReviewReason,
  SubjectId,
} from '@countersign/domain';
import { IsArray, IsIn } from 'class-validator';
import { Instant, InstantOr, Name, Nested, OneOf, Optional, Text, Whole } from '../fields.js';
import { LookContent, ReceiptContent } from './look.js';
import { PersonContent } from './person.js';

const steps: Readonly<Record<RecoveryStep, true>> = {
  look_again: true,
  record_happened: true,
  record_did_not_happen: true,
  send_again: true,
  close: true,
};
const reasons: Readonly<Record<ReviewReason, true>> = {
  retries_exhausted: true,
  outcome_still_unknown: true,
  parameters_differ: true,
  read_back_contradicts: true,
  refused_by_target: true,
  effect_failed: true,
  target_disputed: true,
  never_settled: true,
};
const reported: Readonly<Record<ReportedFact, true>> = {
  effect_succeeded: true,
  effect_failed: true,
  target_disputed: true,
  dispute_closed: true,
};
const reopenings: Readonly<Record<ReopenReason, true>> = {
  effect_failed: true,
  effect_missing: true,
  effect_differs: true,
  target_disputed: true,
  never_settled: true,
  effect_found: true,
};
type Answer = ProposalEventData<'TargetLooked'>['answer'];
type Finding = ProposalEventData<'OutcomeReconciled'>['finding'];

export class TargetLooked implements ProposalEventData<'TargetLooked'> {
  @Whole(1) look!: number;
  @Text() asked!: string;
  @OneOf<Answer>({ answered: true, no_answer: true }) answer!: Answer;
  @Name() code!: string;
  @Instant() at!: string;
}

export class OutcomeReconciled implements ProposalEventData<'OutcomeReconciled'> {
  @OneOf<Finding>({ happened: true, did_not_happen: true, inconclusive: true }) finding!: Finding;
  @Whole() look!: number;
  @Nested(() => LookContent) evidence!: LookContent;
  @Instant() at!: string;
}

export class ProposalCompleted implements ProposalEventData<'ProposalCompleted'> {
  @Nested(() => ReceiptContent) receipt!: ReceiptContent;
  @Nested(() => LookContent) evidence!: LookContent;
  @Instant() at!: string;
}

export class TargetReported implements ProposalEventData<'TargetReported'> {
  @Name() reportId!: string;
  @OneOf<ReportedFact>(reported) says!: ReportedFact;
  @Name() reference!: string;
  @Name() code!: string;
  @Instant() saidAt!: string;
  @Instant() at!: string;
}

export class ProposalReopened implements ProposalEventData<'ProposalReopened'> {
  @OneOf<ReopenReason>(reopenings) because!: ReopenReason;
  @Optional() @Nested(() => LookContent) evidence?: LookContent;
  @Name() report!: string;
  @Instant() at!: string;
}

export class ReviewRequested implements ProposalEventData<'ReviewRequested'> {
  @OneOf<ReviewReason>(reasons) reason!: ReviewReason;
  @Name() code!: string;
  @Name() incidentKey!: string;
  @Text() lastKnownState!: string;
  @InstantOr('never') readAt!: string;
  @IsArray() @IsIn(Object.keys(steps), { each: true }) allowedSteps!: RecoveryStep[];
  @Optional() @Nested(() => LookContent) evidence?: LookContent;
  @Instant() at!: string;
}

export class ResolutionProposed implements ProposalEventData<'ResolutionProposed'> {
  @OneOf<RecoveryStep>(steps) step!: RecoveryStep;
  @Nested(() => PersonContent) by!: PersonContent;
  @Text() evidence!: string;
  @Text() reason!: string;
  @Instant() at!: string;
}

export class OperatorResolved implements ProposalEventData<'OperatorResolved'> {
  @OneOf<RecoveryStep>(steps) step!: RecoveryStep;
  @Name() proposedBy!: SubjectId;
  @Nested(() => PersonContent) by!: PersonContent;
  @Text() evidence!: string;
  @Text() reason!: string;
  @Instant() at!: string;
}

export class NoteAdded implements ProposalEventData<'NoteAdded'> {
  @Nested(() => PersonContent) by!: PersonContent;
  @Text() text!: string;
  @Instant() at!: string;
}
