import type { EffectSeen, OurRecord, ReportSeen, UnreadableRecord } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { DifferenceItem, DifferenceStep, SettlementShown } from '../comparison/difference-item.js';
import { DeedDocument, NoteDocument, OfferDocument, PersonDocument, SaidDocument } from './desk-documents.js';

class SettlementDocument extends SaidDocument implements SettlementShown {
  @ApiProperty({ description: 'What a signature names.', example: '2f1c9a52-7d3b-4c5e-9a10-6b1f5e4d3c2b' })
  settlementId!: string;
}

class SettledDocument {
  @ApiProperty({ enum: ['agrees_again', 'by_people'] })
  how!: string;

  @ApiProperty({ type: [PersonDocument] })
  people!: readonly PersonDocument[];

  @ApiProperty({ example: 'Found in the provider’s dashboard.' })
  reason!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  at!: string;
}

class DifferenceStepDocument extends OfferDocument {
  @ApiProperty({ enum: ['compare_again', 'settle', 'sign_settlement'] })
  step!: DifferenceStep['step'];
}

export class DifferenceDocument implements Omit<DifferenceItem, 'steps'> {
  @ApiProperty({ example: '0d6f1c1e-53a4-5a0e-8f3c-3b9f2f0a7c55' })
  differenceId!: string;

  @ApiProperty({ example: 7 })
  version!: number;

  @ApiProperty({ description: 'The server’s clock.', example: '2026-11-30T09:54:29.512Z' })
  at!: string;

  @ApiProperty({ enum: ['open', 'settlement_proposed', 'settled'] })
  state!: DifferenceItem['state'];

  @ApiProperty({ example: 'payments' })
  system!: string;

  @ApiProperty({ example: 'effect_without_proposal' })
  kind!: string;

  @ApiProperty({ example: 'payments holds re_1a2b3c of 79.00 EUR, and no proposal of ours stands for it.' })
  sentence!: string;

  @ApiProperty({ description: 'An id, or none.', example: 'none' })
  proposalId!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  anchoredAt!: string;

  @ApiProperty({ type: [Object], description: 'Their side, as it was read.' })
  effects!: readonly EffectSeen[];

  @ApiProperty({ type: Object, nullable: true, description: 'Our side.' })
  ours!: OurRecord | null;

  @ApiProperty({ type: Object, nullable: true, description: 'The record that could not be read.' })
  unreadable!: UnreadableRecord | null;

  @ApiProperty({ type: Object, nullable: true, description: 'What the target said by itself.' })
  report!: ReportSeen | null;

  @ApiProperty({ example: 'payments' })
  source!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  readAt!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
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
