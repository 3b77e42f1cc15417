import type { EffectSeen, OurRecord, ReportSeen, UnreadableRecord } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { DifferenceItem, DifferenceStep, SettlementShown } from '../comparison/difference-item.js';
import { DeedDocument, NoteDocument, OfferDocument, PersonDocument, SaidDocument } from './desk-documents.js';

class SettlementDocument extends SaidDocument implements SettlementShown {
  @ApiProperty({ description: 'What a signature names.' })
  settlementId!: string;
}

class SettledDocument {
  @ApiProperty({ enum: ['agrees_again', 'by_people'] })
  how!: string;

  @ApiProperty({ type: [PersonDocument] })
  people!: readonly PersonDocument[];

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  at!: string;
}

class DifferenceStepDocument extends OfferDocument {
  @ApiProperty({ enum: ['compare_again', 'settle', 'sign_settlement'] })
  step!: DifferenceStep['step'];
}

export class DifferenceDocument implements Omit<DifferenceItem, 'steps'> {
  @ApiProperty()
  differenceId!: string;

  @ApiProperty()
  version!: number;

  @ApiProperty({ description: 'The server’s clock.' })
  at!: string;

  @ApiProperty({ enum: ['open', 'settlement_proposed', 'settled'] })
  state!: DifferenceItem['state'];

  @ApiProperty()
  system!: string;

  @ApiProperty()
  kind!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ description: 'An id, or none.' })
  proposalId!: string;

  @ApiProperty()
  anchoredAt!: string;

  @ApiProperty({ type: [Object], description: 'Their side, as it was read.' })
  effects!: readonly EffectSeen[];

  @ApiProperty({ type: Object, nullable: true, description: 'Our side.' })
  ours!: OurRecord | null;

  @ApiProperty({ type: Object, nullable: true, description: 'The record that could not be read.' })
  unreadable!: UnreadableRecord | null;

  @ApiProperty({ type: Object, nullable: true, description: 'What the target said by itself.' })
  report!: ReportSeen | null;

  @ApiProperty()
  source!: string;

  @ApiProperty()
  readAt!: string;

  @ApiProperty()
  since!: string;

  @ApiProperty({ type: SettlementDocument, nullable: true })
  settlement!: SettlementDocument | null;

  @ApiProperty({ type: SettledDocument, nullable: true })
  settled!: SettledDocument | null;

  @ApiProperty({ type: [NoteDocument] })
  notes!: readonly NoteDocument[];

  @ApiProperty({ type: [DifferenceStepDocument] })
  steps!: readonly DifferenceStepDocument[];
}

export class DifferenceDoneDocument extends DeedDocument {
  @ApiProperty({ type: DifferenceDocument })
  item!: DifferenceDocument;
}
