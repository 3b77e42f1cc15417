import { ApiProperty } from '@nestjs/swagger';
import type { LedgerStanding, LedgerStep, StuckLedger } from '../comparison/ledger-standing.js';

export class LedgerStandingDocument implements LedgerStanding {
  @ApiProperty({ example: 'payments' })
  system!: string;

  @ApiProperty({ enum: ['not_begun', 'fine', 'failing', 'stuck'] })
  state!: LedgerStanding['state'];

  @ApiProperty({ description: 'Up to where it was compared, or never.', example: '2026-11-30T09:45:00.000Z' })
  comparedTo!: string;

  @ApiProperty({ description: 'Windows in a row that could not be compared.', example: 0 })
  failures!: number;

  @ApiProperty({ description: 'An instant, or never.', example: 'never' })
  failingSince!: string;

  @ApiProperty({ description: 'An instant, or never.', example: '2026-11-30T09:54:29.512Z' })
  lastTriedAt!: string;

  @ApiProperty({ example: 'not_authorized', description: 'Of the last try, or none.' })
  code!: string;

  @ApiProperty({ example: '' })
  why!: string;
}

class LedgerStepDocument implements LedgerStep {
  @ApiProperty({ enum: ['mend_access', 'compare_now'] })
  step!: LedgerStep['step'];

  @ApiProperty({ example: 'LedgerCompared' })
  appends!: string;

  @ApiProperty({ example: 'countersign reconcile --target payments --from 2026-11-30T00:00:00Z' })
  how!: string;
}

export class StuckLedgerDocument extends LedgerStandingDocument implements StuckLedger {
  @ApiProperty({ example: 'The ledger of payments could not be read since 2026-11-30T09:54:29.512Z.' })
  sentence!: string;

  @ApiProperty({ type: [LedgerStepDocument] })
  steps!: readonly LedgerStepDocument[];
}
