import { ApiProperty } from '@nestjs/swagger';
import type { LookAnswer } from '../recovery/recovery.js';
import type { PersonShown, RecoveryItem, ResolutionShown } from '../recovery/recovery-item.js';
import type { StepOffer } from '../recovery/steps.js';
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

class PersonDocument implements PersonShown {
  @ApiProperty()
  subject!: string;

  @ApiProperty()
  name!: string;
}

class NoteDocument {
  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  at!: string;
}

class ResolutionDocument implements ResolutionShown {
  @ApiProperty({ format: 'uuid' })
  resolutionId!: string;

  @ApiProperty()
  step!: string;

  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty()
  evidence!: string;

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  at!: string;

  @ApiProperty({ enum: ['waits_for_second_person', 'recorded', 'not_recorded'] })
  standing!: ResolutionShown['standing'];
}

class StepDocument {
  @ApiProperty({ enum: ['look_again', 'record_happened', 'record_did_not_happen', 'send_again', 'close'] })
  step!: StepOffer['step'];

  @ApiProperty({ description: 'The events it would append.' })
  appends!: string;

  @ApiProperty()
  allowed!: boolean;

  @ApiProperty({ required: false, description: 'When allowed: whether a second person must sign.' })
  secondPerson?: boolean;

  @ApiProperty({ required: false, description: 'When not allowed.' })
  why?: string;
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

export class DoneDocument {
  @ApiProperty({ enum: ['done'] })
  outcome!: 'done';

  @ApiProperty({ description: 'True when the same had been said before: told again, done once.' })
  repeated!: boolean;

  @ApiProperty({ type: RecoveryItemDocument })
  item!: RecoveryItemDocument;
}
