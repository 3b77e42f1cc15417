import { ApiProperty } from '@nestjs/swagger';
import type { Incident, QueueRow, RecoveryQueue } from '../recovery/recovery-queue.js';

export class AmountDocument {
  @ApiProperty({ example: '4200', description: 'Minor units in digits.' })
  minor!: string;

  @ApiProperty({ example: 'EUR' })
  currency!: string;

  @ApiProperty({ example: '42.00 EUR' })
  words!: string;
}

class QueueRowDocument implements QueueRow {
  @ApiProperty()
  proposalId!: string;

  @ApiProperty({ example: 'refund.create' })
  kind!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ enum: ['outcome_unknown', 'retries_exhausted', 'in_review'] })
  state!: QueueRow['state'];

  @ApiProperty()
  stateWord!: string;

  @ApiProperty({ enum: ['unknown', 'never_accepted', 'none'] })
  doubt!: QueueRow['doubt'];

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  code!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Rows of one incident share it.' })
  incidentKey!: string | null;

  @ApiProperty()
  since!: string;

  @ApiProperty({ description: 'An instant, or never.' })
  firstSentAt!: string;

  @ApiProperty()
  lastKnownState!: string;

  @ApiProperty({ description: 'When the target’s record was last read, or never.' })
  readAt!: string;

  @ApiProperty()
  waitsForSecondPerson!: boolean;

  @ApiProperty({
    description: 'From then on nothing is sent under this operation; never, if it was never sent.',
  })
  keyForgottenAt!: string;
}

class IncidentDocument implements Incident {
  @ApiProperty({ example: 'payments:unreachable' })
  incidentKey!: string;

  @ApiProperty()
  since!: string;

  @ApiProperty({ type: [String], description: 'Ids of proposals; each is settled by its own evidence only.' })
  members!: readonly string[];
}

export class RecoveryQueueDocument implements RecoveryQueue {
  @ApiProperty({ description: 'The server’s clock.' })
  at!: string;

  @ApiProperty()
  total!: number;

  @ApiProperty({ description: 'True when there is more than is shown.' })
  more!: boolean;

  @ApiProperty({ type: [IncidentDocument] })
  incidents!: readonly IncidentDocument[];

  @ApiProperty({ type: [QueueRowDocument] })
  items!: readonly QueueRowDocument[];
}
