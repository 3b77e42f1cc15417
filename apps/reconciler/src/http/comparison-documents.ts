import type { ComparedCounts, ComparedTotal, ComparedWindow } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { ComparisonResult, DifferenceShown } from '../comparison/comparison-result.js';
import type { DifferenceRow } from '../comparison/difference-row.js';
import type { DifferencePage } from './comparison-commands.js';
import { StuckLedgerDocument } from './ledger-documents.js';
import { AmountDocument, RecoveryQueueDocument } from './queue-documents.js';
import { StopDocument } from './stop-documents.js';

class WindowDocument implements ComparedWindow {
  @ApiProperty({ example: '2026-11-29T00:00:00.000Z' })
  from!: string;

  @ApiProperty({ description: 'Not itself part of it.', example: '2026-11-30T00:00:00.000Z' })
  to!: string;
}

class CountsDocument implements ComparedCounts {
  @ApiProperty({ description: 'At the target, that stand.', example: 12 })
  effects!: number;

  @ApiProperty({ example: 11 })
  agreed!: number;

  @ApiProperty({ description: 'Still being sent or found out: no difference yet.', example: 0 })
  inFlight!: number;

  @ApiProperty({ description: 'With a person in the recovery queue already.', example: 0 })
  underReview!: number;

  @ApiProperty({ example: 1 })
  differences!: number;

  @ApiProperty({ required: false, description: 'Of these, settled by people.', example: 0 })
  settled?: number;

  @ApiProperty({
    description: 'Of these, without an item yet: the window is compared again for them.',
    example: 0,
  })
  notRecorded!: number;
}

class TotalDocument implements ComparedTotal {
  @ApiProperty({ example: 'EUR' })
  currency!: string;

  @ApiProperty({ description: 'Minor units.', example: 94800 })
  targetMinor!: number;

  @ApiProperty({ description: 'Minor units.', example: 86900 })
  oursMinor!: number;
}

class DifferenceShownDocument implements DifferenceShown {
  @ApiProperty({ example: '0d6f1c1e-53a4-5a0e-8f3c-3b9f2f0a7c55' })
  differenceId!: string;

  @ApiProperty({ type: String, example: 'effect_without_proposal' })
  kind!: DifferenceShown['kind'];

  @ApiProperty({ example: 'payments holds re_1a2b3c of 79.00 EUR, and no proposal of ours stands for it.' })
  sentence!: string;

  @ApiProperty({ description: 'An id, or none.', example: 'none' })
  proposalId!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  anchoredAt!: string;

  @ApiProperty({ type: [String], example: ['re_1a2b3c'] })
  references!: readonly string[];
}

export class ComparisonDocument implements ComparisonResult {
  @ApiProperty({ enum: ['compared', 'not_compared'] })
  outcome!: ComparisonResult['outcome'];

  @ApiProperty({ example: 'payments' })
  system!: string;

  @ApiProperty({ type: WindowDocument, description: 'The newest end is left out while it may be in flight.' })
  window!: WindowDocument;

  @ApiProperty({ description: 'compared, or why it was not.', example: 'compared' })
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

  @ApiProperty({
    description: 'Differences that are not settled either, beyond what one answer holds.',
    example: 0,
  })
  notShown!: number;
}

class DifferenceRowDocument implements DifferenceRow {
  @ApiProperty({ enum: ['open'] })
  standing!: DifferenceRow['standing'];

  @ApiProperty({ example: '0d6f1c1e-53a4-5a0e-8f3c-3b9f2f0a7c55' })
  differenceId!: string;

  @ApiProperty({ example: 'payments' })
  system!: string;

  @ApiProperty({ type: String, example: 'effect_without_proposal' })
  kind!: DifferenceRow['kind'];

  @ApiProperty({ example: 'payments holds re_1a2b3c of 79.00 EUR, and no proposal of ours stands for it.' })
  sentence!: string;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ description: 'An id, or none.', example: 'none' })
  proposalId!: string;

  @ApiProperty({ type: [String], description: 'The target’s own.', example: ['re_1a2b3c'] })
  references!: readonly string[];

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  anchoredAt!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  since!: string;

  @ApiProperty({ example: false })
  waitsForSecondPerson!: boolean;
}

export class DifferencePageDocument implements DifferencePage {
  @ApiProperty({ type: [DifferenceRowDocument] })
  differences!: readonly DifferenceRowDocument[];

  @ApiProperty({ description: 'What the next page begins after, or end.', example: 'end' })
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
    example: false,
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
