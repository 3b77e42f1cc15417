import type { Absence, LookEvidence, Receipt, Report } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { LookOnRecord } from '../recovery/recovery-item.js';

class AbsenceDocument implements Absence {
  @ApiProperty({ enum: ['whole_listing', 'lookup_by_operation'] })
  basis!: Absence['basis'];

  @ApiProperty()
  recordsRead!: number;

  @ApiProperty()
  lastSentAt!: string;

  @ApiProperty({ description: 'From then on no call that was sent could still arrive.' })
  settledAt!: string;
}

class EvidenceDocument implements LookEvidence {
  @ApiProperty()
  source!: string;

  @ApiProperty()
  asked!: string;

  @ApiProperty()
  readAt!: string;

  @ApiProperty()
  complete!: boolean;

  @ApiProperty({ type: [Object] })
  found!: readonly Receipt[];

  @ApiProperty()
  why!: string;

  @ApiProperty({ type: AbsenceDocument, required: false, description: 'Why an absence may be believed.' })
  absence?: AbsenceDocument;

  @ApiProperty({ required: false, description: 'What it was done to is contested.' })
  disputed?: boolean;
}

export class LookDocument implements LookOnRecord {
  @ApiProperty()
  look!: number;

  @ApiProperty()
  at!: string;

  @ApiProperty()
  asked!: string;

  @ApiProperty({ enum: ['answered', 'no_answer'] })
  answer!: LookOnRecord['answer'];

  @ApiProperty()
  code!: string;

  @ApiProperty({ type: EvidenceDocument, nullable: true })
  evidence!: EvidenceDocument | null;
}

/** What the target said by itself: a hint, and never proof. */
export class ReportDocument implements Report {
  @ApiProperty({ description: 'The target’s own id of its message.' })
  reportId!: string;

  @ApiProperty({ enum: ['effect_succeeded', 'effect_failed', 'target_disputed', 'dispute_closed'] })
  says!: Report['says'];

  @ApiProperty()
  reference!: string;

  @ApiProperty()
  code!: string;

  @ApiProperty({ description: 'By the target’s clock, which orders what it said.' })
  saidAt!: string;

  @ApiProperty({ description: 'When it arrived here.' })
  at!: string;
}
