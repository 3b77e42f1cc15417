import type { EffectSeen, OurRecord, ReportSeen, UnreadableRecord } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import type { DifferenceItem, DifferenceStep, SettlementShown } from '../comparison/difference-item.js';
import type { PersonShown } from '../recovery/recovery-item.js';

class PersonOfDifference implements PersonShown {
  @ApiProperty()
  subject!: string;

  @ApiProperty()
  name!: string;
}

class SettlementDocument implements SettlementShown {
  @ApiProperty({ description: 'What a signature names.' })
  settlementId!: string;

  @ApiProperty({ type: PersonOfDifference })
  by!: PersonOfDifference;

  @ApiProperty()
  evidence!: string;

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  at!: string;
}

class SettledDocument {
  @ApiProperty({ enum: ['agrees_again', 'by_people'] })
  how!: string;

  @ApiProperty({ type: [PersonOfDifference] })
  people!: readonly PersonOfDifference[];

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  at!: string;
}

class DifferenceNoteDocument {
  @ApiProperty({ type: PersonOfDifference })
  by!: PersonOfDifference;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  at!: string;
}

class DifferenceStepDocument {
  @ApiProperty({ enum: ['compare_again', 'settle', 'sign_settlement'] })
  step!: DifferenceStep['step'];

  @ApiProperty()
  appends!: string;

  @ApiProperty()
  allowed!: boolean;

  @ApiProperty({ required: false })
  secondPerson?: boolean;

  @ApiProperty({ required: false, description: 'Why it is not offered now.' })
  why?: string;
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

  @ApiProperty({ type: [DifferenceNoteDocument] })
  notes!: readonly DifferenceNoteDocument[];

  @ApiProperty({ type: [DifferenceStepDocument] })
  steps!: readonly DifferenceStepDocument[];
}

export class DifferenceDoneDocument {
  @ApiProperty({ enum: ['done'] })
  outcome!: 'done';

  @ApiProperty({ description: 'True when the same had been said before: told again, done once.' })
  repeated!: boolean;

  @ApiProperty({ type: DifferenceDocument })
  item!: DifferenceDocument;
}
