import { ApiProperty } from '@nestjs/swagger';
import type { LedgerStanding, LedgerStep, StuckLedger } from '../comparison/ledger-standing.js';

export class LedgerStandingDocument implements LedgerStanding {
  @ApiProperty({ example: 'payments' })
  system!: string;

  @ApiProperty({ enum: ['not_begun', 'fine', 'failing', 'stuck'] })
  state!: LedgerStanding['state'];

  @ApiProperty({ description: 'Up to where it was compared, or never.' })
  comparedTo!: string;

  @ApiProperty({ description: 'Windows in a row that could not be compared.' })
  failures!: number;

  @ApiProperty({ description: 'An instant, or never.' })
  failingSince!: string;

  @ApiProperty({ description: 'An instant, or never.' })
  lastTriedAt!: string;

  @ApiProperty({ example: 'not_authorized', description: 'Of the last try, or none.' })
  code!: string;

  @ApiProperty()
  why!: string;
}

class LedgerStepDocument implements LedgerStep {
  @ApiProperty({ enum: ['mend_access', 'compare_now'] })
  step!: LedgerStep['step'];

  @ApiProperty()
  appends!: string;

  @ApiProperty()
  how!: string;
}

export class StuckLedgerDocument extends LedgerStandingDocument implements StuckLedger {
  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: [LedgerStepDocument] })
  steps!: readonly LedgerStepDocument[];
}
