import type { JsonObject, LookEvidence, Receipt } from '@countersign/domain';
import { Flag, Instant, JsonRecord, Name, NestedList, OneOf, Optional, Text, Whole } from '../fields.js';

export class ReceiptContent implements Receipt {
  @Name(2_000) reference!: string;
  @Optional() @Whole() amountMinor?: number;
  @Optional() @Name(3) currency?: string;
  @OneOf<Receipt['settled']>({ settled: true, pending: true }) settled!: Receipt['settled'];
  @JsonRecord() details!: JsonObject;
}

export class LookContent implements LookEvidence {
  @Name() source!: string;
  @Text() asked!: string;
  @Instant() readAt!: string;
  @Flag() complete!: boolean;
  @NestedList(() => ReceiptContent) found!: ReceiptContent[];
  @Text() why!: string;
}
