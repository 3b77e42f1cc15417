import type { ComparedCounts, ComparedTotal, ComparedWindow, ComparisonEventData } from '@countersign/domain';
import { Instant, Name, Nested, NestedList, OneOf, Optional, Text, Whole } from '../fields.js';

class WindowContent implements ComparedWindow {
  @Instant() from!: string;
  @Instant() to!: string;
}

class CountsContent implements ComparedCounts {
  @Whole() effects!: number;
  @Whole() agreed!: number;
  @Whole() inFlight!: number;
  @Whole() underReview!: number;
  @Whole() differences!: number;
  @Optional() @Whole() settled?: number;
  @Whole() notRecorded!: number;
}

class TotalContent implements ComparedTotal {
  @Name(3) currency!: string;
  @Whole() targetMinor!: number;
  @Whole() oursMinor!: number;
}

type AskedBy = ComparisonEventData<'LedgerCompared'>['askedBy'];
const askers: Readonly<Record<AskedBy, true>> = { schedule: true, person: true };

export class ComparisonBegun implements ComparisonEventData<'ComparisonBegun'> {
  @Name() target!: string;
  @Instant() from!: string;
  @Instant() at!: string;
}

export class LedgerCompared implements ComparisonEventData<'LedgerCompared'> {
  @Name() target!: string;
  @Whole() afterMs!: number;
  @OneOf<AskedBy>(askers) askedBy!: AskedBy;
  @Nested(() => WindowContent) window!: WindowContent;
  @Nested(() => CountsContent) counts!: CountsContent;
  @NestedList(() => TotalContent) totals!: TotalContent[];
  @Name() source!: string;
  @Instant() at!: string;
}

export class LedgerNotCompared implements ComparisonEventData<'LedgerNotCompared'> {
  @Name() target!: string;
  @Whole() afterMs!: number;
  @OneOf<AskedBy>(askers) askedBy!: AskedBy;
  @Nested(() => WindowContent) window!: WindowContent;
  @Name() code!: string;
  @Text() why!: string;
  @Instant() at!: string;
}
