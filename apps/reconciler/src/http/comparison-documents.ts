import type { ComparedCounts, ComparedTotal, ComparedWindow } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { ComparisonResult, DifferenceShown } from '../comparison/comparison-result.js';
import type { DifferenceRow } from '../comparison/difference-row.js';
import type { DifferencePage } from './comparison-commands.js';
import { StuckLedgerDocument } from './ledger-documents.js';
import { AmountDocument, RecoveryQueueDocument } from './queue-documents.js';
import { StopDocument } from './stop-documents.js';

class WindowDocument implements ComparedWindow {
  @ApiProperty()
  from!: string;

  @ApiProperty({ description: 'Not itself part of it.' })
  to!: string;
}

class CountsDocument implements ComparedCounts {
  @ApiProperty({ description: 'At the target, that stand.' })
  effects!: number;

  @ApiProperty()
  agreed!: number;

  @ApiProperty({ description: 'Still being sent or found out: no difference yet.' })
  inFlight!: number;

  @ApiProperty({ description: 'With a person in the recovery queue already.' })
  underReview!: number;

  @ApiProperty()
  differences!: number;

  @ApiProperty({ required: false, description: 'Of these, settled by people.' })
  settled?: number;

  @ApiProperty({ description: 'Of these, without an item yet: the window is compared again for them.' })
  notRecorded!: number;
}

class TotalDocument implements ComparedTotal {
  @ApiProperty({ example: 'EUR' })
  currency!: string;

  @ApiProperty({ description: 'Minor units.' })
  targetMinor!: number;

  @ApiProperty({ description: 'Minor units.' })
  oursMinor!: number;
}

class DifferenceShownDocument implements DifferenceShown {
  @ApiProperty()
  differenceId!: string;

  @ApiProperty({ type: String, example: 'effect_without_proposal' })
  kind!: DifferenceShown['kind'];

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ description: 'An id, or none.' })
  proposalId!: string;

  @ApiProperty()
  anchoredAt!: string;

  @ApiProperty({ type: [String] })
  references!: readonly string[];
}

export class ComparisonDocument implements ComparisonResult {
  @ApiProperty({ enum: ['compared', 'not_compared'] })
  outcome!: ComparisonResult['outcome'];

  @ApiProperty()
  system!: string;

  @ApiProperty({ type: WindowDocument, description: 'The newest end is left out while it may be in flight.' })
  window!: WindowDocument;

  @ApiProperty({ description: 'compared, or why it was not.' })
  code!: string;

  @ApiProperty({ type: CountsDocument, nullable: true })
  counts!: CountsDocument | null;

  @ApiProperty({ type: [TotalDocument] })
  totals!: readonly TotalDocument[];

  @ApiProperty({ type: [DifferenceShownDocument], description: 'What is not settled, newest first.' })
  differences!: readonly DifferenceShownDocument[];

  @ApiProperty({
    type: [DifferenceShownDocument],
    description:
      'What the target said in that time of something that no proposal of ours stands for, and is open.',
  })
  reports!: readonly DifferenceShownDocument[];

  @ApiProperty({ description: 'Differences that are not settled either, beyond what one answer holds.' })
  notShown!: number;
}

class DifferenceRowDocument implements DifferenceRow {
  @ApiProperty({ enum: ['open'] })
  standing!: DifferenceRow['standing'];

  @ApiProperty()
  differenceId!: string;

  @ApiProperty({ example: 'payments' })
  system!: string;

  @ApiProperty({ type: String, example: 'effect_without_proposal' })
  kind!: DifferenceRow['kind'];

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ description: 'An id, or none.' })
  proposalId!: string;

  @ApiProperty({ type: [String], description: 'The target’s own.' })
  references!: readonly string[];

  @ApiProperty()
  anchoredAt!: string;

  @ApiProperty()
  since!: string;

  @ApiProperty()
  waitsForSecondPerson!: boolean;
}

export class DifferencePageDocument implements DifferencePage {
  @ApiProperty({ type: [DifferenceRowDocument] })
  differences!: readonly DifferenceRowDocument[];

  @ApiProperty({ description: 'What the next page begins after, or end.' })
  next!: string;
}

export class RecoveryListDocument extends RecoveryQueueDocument {
  @ApiProperty({
    type: [DifferenceRowDocument],
    description: 'Where a target’s ledger and ours are not the same, oldest first; at most 200.',
  })
  differences!: readonly DifferenceRowDocument[];

  @ApiProperty({
    description:
      'True when there are more than are shown; GET /v1/recovery/differences pages over all of them.',
  })
  moreDifferences!: boolean;

  @ApiProperty({
    type: [StuckLedgerDocument],
    description: 'Ledgers that could not be compared COMPARE_FAILURES_MAX times in a row, one item each.',
  })
  ledgers!: readonly StuckLedgerDocument[];

  @ApiProperty({ type: [StopDocument], description: 'What is stopped, and how many wait for its release.' })
  stops!: readonly StopDocument[];
}
