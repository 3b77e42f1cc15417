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
  @ApiProperty({ example: '5b4901d4-2186-4969-aeaf-622aeec35de0' })
  proposalId!: string;

  @ApiProperty({ example: 'refund.create' })
  kind!: string;

  @ApiProperty({ example: 'Refund 79.00 EUR of order 4821 to the payment method of charge ch_4821.' })
  sentence!: string;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ enum: ['outcome_unknown', 'retries_exhausted', 'in_review'] })
  state!: QueueRow['state'];

  @ApiProperty({ example: 'with a person' })
  stateWord!: string;

  @ApiProperty({ enum: ['unknown', 'never_accepted', 'none'] })
  doubt!: QueueRow['doubt'];

  @ApiProperty({ example: 'unknown_too_long' })
  reason!: string;

  @ApiProperty({ example: 'connection_lost' })
  code!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Rows of one incident share it.',
    example: 'payments:unreachable',
  })
  incidentKey!: string | null;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  since!: string;

  @ApiProperty({ description: 'An instant, or never.', example: '2026-11-30T09:54:29.512Z' })
  firstSentAt!: string;

  @ApiProperty({ example: 'no refund found' })
  lastKnownState!: string;

  @ApiProperty({
    description: 'When the target’s record was last read, or never.',
    example: '2026-11-30T09:54:29.512Z',
  })
  readAt!: string;

  @ApiProperty({ example: false })
  waitsForSecondPerson!: boolean;

  @ApiProperty({
    description: 'From then on nothing is sent under this operation; never, if it was never sent.',
    example: '2026-12-01T08:54:29.512Z',
  })
  keyForgottenAt!: string;
}

class IncidentDocument implements Incident {
  @ApiProperty({ example: 'payments:unreachable' })
  incidentKey!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  since!: string;

  @ApiProperty({
    type: [String],
    description: 'Ids of proposals; each is settled by its own evidence only.',
    example: ['5b4901d4-2186-4969-aeaf-622aeec35de0'],
  })
  members!: readonly string[];
}

export class RecoveryQueueDocument implements RecoveryQueue {
  @ApiProperty({ description: 'The server’s clock.', example: '2026-11-30T09:54:29.512Z' })
  at!: string;

  @ApiProperty({ example: 1 })
  total!: number;

  @ApiProperty({ description: 'True when there is more than is shown.', example: false })
  more!: boolean;

  @ApiProperty({ type: [IncidentDocument] })
  incidents!: readonly IncidentDocument[];

  @ApiProperty({ type: [QueueRowDocument] })
  items!: readonly QueueRowDocument[];
}
