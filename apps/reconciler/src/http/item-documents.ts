import { ApiProperty } from '@nestjs/swagger';
import type { OfOneWish } from '../recovery/one-wish.js';
import type { LookAnswer } from '../recovery/recovery.js';
import type { RecoveryItem, ResolutionShown } from '../recovery/recovery-item.js';
import type { StepOffer } from '../recovery/steps.js';
import { DeedDocument, NoteDocument, OfferDocument, SaidDocument } from './desk-documents.js';
import { LookDocument, ReportDocument } from './evidence-documents.js';
import { AmountDocument } from './queue-documents.js';

class TargetDocument {
  @ApiProperty({ example: 'charge' })
  type!: string;

  @ApiProperty({ example: 'ch_4821' })
  id!: string;
}

class WhyDocument {
  @ApiProperty({ example: 'unknown_too_long' })
  reason!: string;

  @ApiProperty({ example: 'connection_lost' })
  code!: string;

  @ApiProperty({ type: String, nullable: true, example: 'payments:unreachable' })
  incidentKey!: string | null;
}

class LastKnownDocument {
  @ApiProperty({ example: 'no refund found' })
  state!: string;

  @ApiProperty({ description: 'An instant, or never.', example: '2026-11-30T09:54:29.512Z' })
  readAt!: string;
}

class SentDocument {
  @ApiProperty({ example: 1 })
  times!: number;

  @ApiProperty({ description: 'An instant, or never.', example: '2026-11-30T09:54:29.512Z' })
  firstAt!: string;

  @ApiProperty({ description: 'An instant, or never.', example: '2026-11-30T09:54:29.512Z' })
  lastAt!: string;
}

class KeyLifeDocument {
  @ApiProperty({ description: 'An instant, or never.', example: '2026-12-01T08:54:29.512Z' })
  forgottenAt!: string;

  @ApiProperty({ example: 'payments remembers the operation until 2026-12-01T08:54:29.512Z.' })
  sentence!: string;
}

class ResolutionDocument extends SaidDocument implements ResolutionShown {
  @ApiProperty({ format: 'uuid', example: '2f1c9a52-7d3b-4c5e-9a10-6b1f5e4d3c2b' })
  resolutionId!: string;

  @ApiProperty({ example: 'record_happened' })
  step!: string;

  @ApiProperty({ enum: ['waits_for_second_person', 'recorded', 'not_recorded'] })
  standing!: ResolutionShown['standing'];
}

class StepDocument extends OfferDocument {
  @ApiProperty({ enum: ['look_again', 'record_happened', 'record_did_not_happen', 'send_again', 'close'] })
  step!: StepOffer['step'];
}

class OneWishDocument implements OfOneWish {
  @ApiProperty({ example: '5b4901d4-2186-4969-aeaf-622aeec35de0' })
  proposalId!: string;

  @ApiProperty({ example: 'Refund 42.00 EUR of order 4821 to the payment method of charge ch_4821.' })
  sentence!: string;

  @ApiProperty({ example: 'completed' })
  state!: string;

  @ApiProperty({ example: '● Carried out, once' })
  stateWord!: string;

  @ApiProperty({ example: 'Nothing takes refund.create back: settle it with the customer or at the target.' })
  undo!: string;
}

export class RecoveryItemDocument implements Omit<RecoveryItem, 'steps'> {
  @ApiProperty({ example: '5b4901d4-2186-4969-aeaf-622aeec35de0' })
  proposalId!: string;

  @ApiProperty({ example: 7 })
  version!: number;

  @ApiProperty({ description: 'The server’s clock.', example: '2026-11-30T09:54:29.512Z' })
  at!: string;

  @ApiProperty({ example: 'Refund 79.00 EUR of order 4821 to the payment method of charge ch_4821.' })
  sentence!: string;

  @ApiProperty({ type: TargetDocument })
  target!: TargetDocument;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ example: 'in_review' })
  state!: string;

  @ApiProperty({ example: 'with a person' })
  stateWord!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  since!: string;

  @ApiProperty({ type: WhyDocument, nullable: true })
  why!: WhyDocument | null;

  @ApiProperty({ type: LastKnownDocument, nullable: true })
  lastKnown!: LastKnownDocument | null;

  @ApiProperty({ type: SentDocument })
  sent!: SentDocument;

  @ApiProperty({ type: KeyLifeDocument })
  keyLife!: KeyLifeDocument;

  @ApiProperty({ type: String, nullable: true, example: '2026-11-30T10:09:29.512Z' })
  nextLookAbout!: string | null;

  @ApiProperty({ type: [LookDocument] })
  looks!: readonly LookDocument[];

  @ApiProperty({ type: [ReportDocument] })
  reports!: readonly ReportDocument[];

  @ApiProperty({ type: [NoteDocument] })
  notes!: readonly NoteDocument[];

  @ApiProperty({ type: [ResolutionDocument] })
  resolutions!: readonly ResolutionDocument[];

  @ApiProperty({ type: [StepDocument] })
  steps!: readonly StepDocument[];

  @ApiProperty({
    type: [OneWishDocument],
    description: 'All that stand for the same wish, where an effect of what had been replaced was found.',
  })
  oneWish!: readonly OneWishDocument[];
}

export class LookedDocument implements Omit<LookAnswer, 'item'> {
  @ApiProperty({ enum: ['looked'] })
  outcome!: 'looked';

  @ApiProperty({ enum: ['happened', 'absent', 'undone', 'contradicts', 'no_answer', 'nothing_to_look_for'] })
  found!: LookAnswer['found'];

  @ApiProperty({ example: 'found' })
  code!: string;

  @ApiProperty({ example: 'It did happen: re_1a2b3c, 79.00 EUR.' })
  sentence!: string;

  @ApiProperty({ type: RecoveryItemDocument })
  item!: RecoveryItemDocument;
}

export class DoneDocument extends DeedDocument {
  @ApiProperty({ type: RecoveryItemDocument })
  item!: RecoveryItemDocument;
}
