import type { Digest, JsonObject, ProposalEventData } from '@countersign/domain';
import { Instant, JsonRecord, Name, Nested, OneOf, Sha256, Text, Whole } from '../fields.js';
import { ReceiptContent } from './look.js';

export class ProposalInvalidated implements ProposalEventData<'ProposalInvalidated'> {
  @Name() code!: string;
  @Text() difference!: string;
  @JsonRecord() evidence!: JsonObject;
  @Instant() at!: string;
}

export class ApprovalVoided implements ProposalEventData<'ApprovalVoided'> {
  @Name() code!: string;
  @Text() message!: string;
  @Instant() at!: string;
}

export class ExecutionStarted implements ProposalEventData<'ExecutionStarted'> {
  @Whole(1) attempt!: number;
  @Name() operationId!: string;
  @Sha256() digest!: Digest;
  @Name() worker!: string;
  @Instant() startedAt!: string;
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

export class OutcomeUnknown implements ProposalEventData<'OutcomeUnknown'> {
  @Whole(1) attempt!: number;
  @Name() code!: string;
  @Instant() at!: string;
}
