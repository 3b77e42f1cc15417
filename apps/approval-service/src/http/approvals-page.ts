import { ApiProperty } from '@nestjs/swagger';
import type { QueueRow } from '../queue/queue-row.js';
import { type RankGroup, type RankReason, rankGroups } from '../queue/ranking.js';

class AmountDocument {
  @ApiProperty({ example: '4200', description: 'Minor units in digits.' })
  minor!: string;

  @ApiProperty({ example: 'EUR' })
  currency!: string;

  @ApiProperty({ example: '42.00 EUR' })
  words!: string;
}

class RankReasonDocument {
  @ApiProperty({ enum: rankGroups })
  group!: RankGroup;

  @ApiProperty()
  words!: string;
}

class TargetDocument {
  @ApiProperty()
  type!: string;

  @ApiProperty()
  id!: string;
}

class SignaturesDocument {
  @ApiProperty()
  given!: number;

  @ApiProperty()
  needed!: number;

  @ApiProperty({ type: [String] })
  open!: readonly string[];
}

/** One waiting proposal. It names the card to open; nothing is decided from a row. */
class ApprovalRow implements QueueRow {
  @ApiProperty()
  proposalId!: string;

  @ApiProperty()
  digest!: string;

  @ApiProperty()
  kind!: string;

  @ApiProperty()
  operation!: string;

  @ApiProperty()
  subject!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: TargetDocument })
  target!: TargetDocument;

  @ApiProperty()
  customer!: string;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ enum: rankGroups })
  rankGroup!: RankGroup;

  @ApiProperty({ type: [RankReasonDocument] })
  rankReasons!: readonly RankReason[];

  @ApiProperty({ description: 'Amount by the limit of its own currency; 0 where policy named none.' })
  timesTheLimit!: number;

  @ApiProperty({ type: SignaturesDocument })
  signatures!: SignaturesDocument;

  @ApiProperty()
  waitingSince!: string;

  @ApiProperty()
  expiresAt!: string;

  @ApiProperty({
    oneOf: [
      {
        type: 'object',
        required: ['slot', 'basis'],
        properties: { slot: { type: 'string' }, basis: { type: 'string' } },
      },
      {
        type: 'object',
        required: ['code', 'reason'],
        properties: { code: { type: 'string' }, reason: { type: 'string' } },
      },
    ],
  })
  mayDecide!: QueueRow['mayDecide'];
}

export class ApprovalsPage {
  @ApiProperty({ type: [ApprovalRow] })
  rows!: ApprovalRow[];

  @ApiProperty({ description: 'All that pass the filters, on whatever page.' })
  total!: number;

  @ApiProperty({ description: 'How many of them need a decision within half an hour.' })
  urgent!: number;

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;

  @ApiProperty()
  serverTime!: string;
}
