import { ApiProperty } from '@nestjs/swagger';
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
  @ApiProperty()
  reason!: string;

  @ApiProperty()
  code!: string;

  @ApiProperty({ type: String, nullable: true })
  incidentKey!: string | null;
}

class LastKnownDocument {
  @ApiProperty()
  state!: string;

  @ApiProperty({ description: 'An instant, or never.' })
  readAt!: string;
}

class SentDocument {
  @ApiProperty()
  times!: number;

  @ApiProperty({ description: 'An instant, or never.' })
  firstAt!: string;

  @ApiProperty({ description: 'An instant, or never.' })
  lastAt!: string;
}

class KeyLifeDocument {
  @ApiProperty({ description: 'An instant, or never.' })
  forgottenAt!: string;

  @ApiProperty()
  sentence!: string;
}

class ResolutionDocument extends SaidDocument implements ResolutionShown {
  @ApiProperty({ format: 'uuid' })
  resolutionId!: string;

  @ApiProperty()
  step!: string;

  @ApiProperty({ enum: ['waits_for_second_person', 'recorded', 'not_recorded'] })
  standing!: ResolutionShown['standing'];
}

class StepDocument extends OfferDocument {
  @ApiProperty({ enum: ['look_again', 'record_happened', 'record_did_not_happen', 'send_again', 'close'] })
  step!: StepOffer['step'];
}

export class RecoveryItemDocument implements Omit<RecoveryItem, 'steps'> {
  @ApiProperty()
  proposalId!: string;

  @ApiProperty()
  version!: number;

  @ApiProperty({ description: 'The server’s clock.' })
  at!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: TargetDocument })
  target!: TargetDocument;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty()
  state!: string;

  @ApiProperty()
  stateWord!: string;

  @ApiProperty()
  since!: string;

  @ApiProperty({ type: WhyDocument, nullable: true })
  why!: WhyDocument | null;

  @ApiProperty({ type: LastKnownDocument, nullable: true })
  lastKnown!: LastKnownDocument | null;

  @ApiProperty({ type: SentDocument })
  sent!: SentDocument;

  @ApiProperty({ type: KeyLifeDocument })
  keyLife!: KeyLifeDocument;

  @ApiProperty({ type: String, nullable: true })
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
}

export class LookedDocument implements Omit<LookAnswer, 'item'> {
  @ApiProperty({ enum: ['looked'] })
  outcome!: 'looked';

  @ApiProperty({ enum: ['happened', 'absent', 'undone', 'contradicts', 'no_answer', 'nothing_to_look_for'] })
  found!: LookAnswer['found'];

  @ApiProperty()
  code!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: RecoveryItemDocument })
  item!: RecoveryItemDocument;
}

export class DoneDocument extends DeedDocument {
  @ApiProperty({ type: RecoveryItemDocument })
  item!: RecoveryItemDocument;
}
