import type { Absence, JsonObject, LookEvidence, Receipt } from '@countersign/domain';
import {
  Flag,
  Instant,
  JsonRecord,
  Name,
  Nested,
  NestedList,
  OneOf,
  Optional,
  Text,
  Whole,
} from '../fields.js';

export class ReceiptContent implements Receipt {
  @Name(2_000) reference!: string;
  @Optional() @Whole() amountMinor?: number;
  @Optional() @Name(3) currency?: string;
  @OneOf<Receipt['settled']>({ settled: true, pending: true, failed: true }) settled!: Receipt['settled'];
  @JsonRecord() details!: JsonObject;
}

class AbsenceContent implements Absence {
  @OneOf<Absence['basis']>({ whole_listing: true, lookup_by_operation: true }) basis!: Absence['basis'];
  @Whole() recordsRead!: number;
  @Instant() lastSentAt!: string;
  @Instant() settledAt!: string;
}

export class LookContent implements LookEvidence {
  @Name() source!: string;
  @Text() asked!: string;
  @Instant() readAt!: string;
  @Flag() complete!: boolean;
  @NestedList(() => ReceiptContent) found!: ReceiptContent[];
  @Text() why!: string;
  @Optional() @Nested(() => AbsenceContent) absence?: AbsenceContent;
  @Optional() @Flag() disputed?: boolean;
}
