import type {
  Digest,
  Hold,
  JsonObject,
  LateResult,
  OperationId,
  ProposalEventData,
} from '@countersign/domain';
import {
  Instant,
  InstantOr,
  JsonRecord,
  Name,
  Nested,
  OneOf,
  Optional,
  Sha256,
  Text,
  Whole,
} from '../fields.js';
import { LookContent, ReceiptContent } from './look.js';

export class ProposalInvalidated implements ProposalEventData<'ProposalInvalidated'> {
  @Name() code!: string;
  @Text() difference!: string;
  @JsonRecord() evidence!: JsonObject;
  @Optional() @Nested(() => LookContent) ownEffect?: LookContent;
  @Instant() at!: string;
}

export class ApprovalVoided implements ProposalEventData<'ApprovalVoided'> {
  @Name() code!: string;
  @Text() message!: string;
  @Optional() @Nested(() => LookContent) ownEffect?: LookContent;
  @Instant() at!: string;
}

export class ExecutionStarted implements ProposalEventData<'ExecutionStarted'> {
  @Whole(1) attempt!: number;
  @Name() operationId!: OperationId;
  @Sha256() digest!: Digest;
  @Name() worker!: string;
  @Instant() startedAt!: string;
  @Optional() @Instant() settlesAt?: string;
  @Name(2_000) permission!: string;
}

export class ExecutionSucceeded implements ProposalEventData<'ExecutionSucceeded'> {
  @Whole(1) attempt!: number;
  @Nested(() => ReceiptContent) receipt!: ReceiptContent;
  @Instant() at!: string;
}

export class ExecutionFailed implements ProposalEventData<'ExecutionFailed'> {
  @Whole(1) attempt!: number;
  @OneOf<'rejected'>({ rejected: true }) class!: 'rejected';
  @Name() code!: string;
  @Text() message!: string;
  @Optional() @Nested(() => LookContent) ownEffect?: LookContent;
  @Instant() at!: string;
}

/** Attempt 0 is a try that was put off before any call. */
export class ExecutionRetryScheduled implements ProposalEventData<'ExecutionRetryScheduled'> {
  @Whole() attempt!: number;
  @Name() code!: string;
  @Instant() retryAt!: string;
  @Whole(1) attemptsMax!: number;
  @Instant() at!: string;
}

export class ExecutionRetriesExhausted implements ProposalEventData<'ExecutionRetriesExhausted'> {
  @Whole() attempt!: number;
  @Name() code!: string;
  @Whole(1) attemptsMax!: number;
  @Instant() at!: string;
}

/** Attempt 0 is held before any call; a later one is held after its intent and before its request. */
export class ExecutionHeld implements ProposalEventData<'ExecutionHeld'> {
  @Whole() attempt!: number;
  @OneOf<Hold['code']>({ stopped: true, circuit_open: true, beside_changed: true }) code!: Hold['code'];
  @Name() system!: string;
  @Name() stop!: string;
  @InstantOr('when_released') retryAt!: string;
  @Instant() at!: string;
}

type Because = ProposalEventData<'ExecutionResumed'>['because'];

export class ExecutionResumed implements ProposalEventData<'ExecutionResumed'> {
  @OneOf<Because>({ released: true, due: true }) because!: Because;
  @Instant() at!: string;
}

export class ResultCameLate implements ProposalEventData<'ResultCameLate'> {
  @Whole(1) attempt!: number;
  @Name() worker!: string;
  @OneOf<LateResult['class']>({ succeeded: true, rejected: true, transient: true, unknown: true })
  class!: LateResult['class'];
  @Name() code!: string;
  @Optional() @Nested(() => ReceiptContent) receipt?: ReceiptContent;
  @Instant() at!: string;
}

export class OutcomeUnknown implements ProposalEventData<'OutcomeUnknown'> {
  @Whole(1) attempt!: number;
  @Name() code!: string;
  @Instant() at!: string;
}
