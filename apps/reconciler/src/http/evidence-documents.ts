import type { Absence, LookEvidence, Receipt, Report } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { LookOnRecord } from '../recovery/recovery-item.js';

class AbsenceDocument implements Absence {
  @ApiProperty({ enum: ['whole_listing', 'lookup_by_operation'] })
  basis!: Absence['basis'];

  @ApiProperty({ example: 3 })
  recordsRead!: number;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  lastSentAt!: string;

  @ApiProperty({
    description: 'From then on no call that was sent could still arrive.',
    example: '2026-11-30T09:55:29.512Z',
  })
  settledAt!: string;
}

class EvidenceDocument implements LookEvidence {
  @ApiProperty({ example: 'payments' })
  source!: string;

  @ApiProperty({ example: 'refunds of charge ch_4821 with operation id 5b4901d4' })
  asked!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  readAt!: string;

  @ApiProperty({ example: true })
  complete!: boolean;

  @ApiProperty({ type: [Object] })
  found!: readonly Receipt[];

  @ApiProperty({ example: 'the whole listing was read' })
  why!: string;

  @ApiProperty({ type: AbsenceDocument, required: false, description: 'Why an absence may be believed.' })
  absence?: AbsenceDocument;

  @ApiProperty({ required: false, description: 'What it was done to is contested.', example: false })
  disputed?: boolean;
}

export class LookDocument implements LookOnRecord {
  @ApiProperty({ example: 1 })
  look!: number;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  at!: string;

  @ApiProperty({ example: 'refunds of charge ch_4821 with operation id 5b4901d4' })
  asked!: string;

  @ApiProperty({ enum: ['answered', 'no_answer'] })
  answer!: LookOnRecord['answer'];

  @ApiProperty({ example: 'connection_lost' })
  code!: string;

  @ApiProperty({ type: EvidenceDocument, nullable: true })
  evidence!: EvidenceDocument | null;
}

/** What the target said by itself: a hint, and never proof. */
export class ReportDocument implements Report {
  @ApiProperty({ description: 'The target’s own id of its message.', example: 'evt_1a2b3c' })
  reportId!: string;

  @ApiProperty({ enum: ['effect_succeeded', 'effect_failed', 'target_disputed', 'dispute_closed'] })
  says!: Report['says'];

  @ApiProperty({ example: 're_1a2b3c' })
  reference!: string;

  @ApiProperty({ example: 'insufficient_funds' })
  code!: string;

  @ApiProperty({
    description: 'By the target’s clock, which orders what it said.',
    example: '2026-11-30T09:54:29.512Z',
  })
  saidAt!: string;

  @ApiProperty({ description: 'When it arrived here.', example: '2026-11-30T09:54:29.512Z' })
  at!: string;
}
