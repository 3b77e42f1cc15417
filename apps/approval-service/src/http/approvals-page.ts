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

  @ApiProperty({ example: 'It expires within half an hour.' })
  words!: string;
}

class TargetDocument {
  @ApiProperty({ example: 'charge' })
  type!: string;

  @ApiProperty({ example: 'ch_4821' })
  id!: string;
}

class SignaturesDocument {
  @ApiProperty({ example: 0 })
  given!: number;

  @ApiProperty({ example: 1 })
  needed!: number;

  @ApiProperty({ type: [String], example: ['a support manager’s approval'] })
  open!: readonly string[];
}

/** One waiting proposal. It names the card to open; nothing is decided from a row. */
class ApprovalRow implements QueueRow {
  @ApiProperty({ example: '5b4901d4-2186-4969-aeaf-622aeec35de0' })
  proposalId!: string;

  @ApiProperty({ example: '5ed5e31c1d7c3f6349c3d4ff41d9864405d8369786d4c4c44ab9d5dc65ce0cf3' })
  digest!: string;

  @ApiProperty({ example: 'refund.create' })
  kind!: string;

  @ApiProperty({ example: 'refund' })
  operation!: string;

  @ApiProperty({ example: 'order 4821' })
  subject!: string;

  @ApiProperty({ example: 'Refund 79.00 EUR of order 4821 to the payment method of charge ch_4821.' })
  sentence!: string;

  @ApiProperty({ type: TargetDocument })
  target!: TargetDocument;

  @ApiProperty({ example: 'ada' })
  customer!: string;

  @ApiProperty({ type: AmountDocument, nullable: true })
  amount!: AmountDocument | null;

  @ApiProperty({ enum: rankGroups })
  rankGroup!: RankGroup;

  @ApiProperty({ type: [RankReasonDocument] })
  rankReasons!: readonly RankReason[];

  @ApiProperty({
    description: 'Amount by the limit of its own currency; 0 where policy named none.',
    example: 1.28,
  })
  timesTheLimit!: number;

  @ApiProperty({ type: SignaturesDocument })
  signatures!: SignaturesDocument;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  waitingSince!: string;

  @ApiProperty({ example: '2026-11-30T13:54:29.512Z' })
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

  @ApiProperty({ description: 'All that pass the filters, on whatever page.', example: 1 })
  total!: number;

  @ApiProperty({ description: 'How many of them need a decision within half an hour.', example: 0 })
  urgent!: number;

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  serverTime!: string;
}
