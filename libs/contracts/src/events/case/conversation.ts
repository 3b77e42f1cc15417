import type { Bounds, CaseEventData, Digest, ProposalId, SubjectId, TenantId } from '@countersign/domain';
import { Instant, Name, Nested, NestedList, Sha256, Text, Whole } from '../fields.js';

class Customer {
  @Name() subject!: SubjectId;
  @Text(500) name!: string;
}

class BoundsContent implements Bounds {
  @Whole() wallClockMs!: number;
  @Whole() turnsMax!: number;
  @Whole() toolCallsMax!: number;
  @Whole() spendMicrosMax!: number;
}

export class CaseOpened implements CaseEventData<'CaseOpened'> {
  @Name() requestId!: string;
  @Name() tenant!: TenantId;
  @Nested(() => Customer) customer!: Customer;
  @Name() startedBy!: SubjectId;
  @Nested(() => BoundsContent) bounds!: BoundsContent;
  @Instant() openedAt!: string;
}

export class CustomerMessageReceived implements CaseEventData<'CustomerMessageReceived'> {
  @Name() messageId!: string;
  @Text() text!: string;
  @Name() from!: SubjectId;
  @Instant() receivedAt!: string;
}

export class CaseRouted implements CaseEventData<'CaseRouted'> {
  @Name() capability!: string;
  @Text() reason!: string;
  @Name() messageId!: string;
  @Instant() at!: string;
}

export class QuestionAsked implements CaseEventData<'QuestionAsked'> {
  @Name() questionId!: string;
  @Name() fact!: string;
  @Name() about!: string;
  @Text() text!: string;
  @Instant() at!: string;
}

class ShownCard {
  @Name() proposalId!: ProposalId;
  @Sha256() digest!: Digest;
}

export class ReplySent implements CaseEventData<'ReplySent'> {
  @Name() replyId!: string;
  @Name() code!: string;
  @Text() text!: string;
  @NestedList(() => ShownCard) cards!: ShownCard[];
  @Instant() at!: string;
}
