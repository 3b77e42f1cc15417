import { ApiProperty } from '@nestjs/swagger';

class LinksView {
  @ApiProperty({ example: '/v1/proposals/7c1e90b2…' })
  self!: string;
  @ApiProperty({ example: '/v1/proposals/7c1e90b2…/events' })
  events!: string;
}

/** What is told at once: the proposal is stored, and nothing has been decided. The same for every repeat. */
export class ProposalTaken {
  @ApiProperty({ format: 'uuid' })
  proposalId!: string;
  @ApiProperty({ description: 'SHA-256 over the canonical content; what an approval is bound to' })
  digest!: string;
  @ApiProperty({ enum: ['being_checked'] })
  status!: 'being_checked';
  @ApiProperty({ example: '◐ Being checked' })
  state!: string;
  @ApiProperty({ type: LinksView })
  links!: LinksView;
}

class TargetView {
  @ApiProperty({ example: 'charge' })
  type!: string;
  @ApiProperty({ example: 'ch_4821' })
  id!: string;
}

export class AmountView {
  @ApiProperty({ description: 'Minor units, as text', example: '4200' })
  amountMinor!: string;
  @ApiProperty({ example: 'EUR' })
  currency!: string;
  @ApiProperty({ example: '42.00 EUR' })
  formatted!: string;
}

export class ReceiptView {
  @ApiProperty({ description: "The target's own reference", example: 're_3Qk9d0' })
  reference!: string;
  @ApiProperty({ type: AmountView, required: false })
  amount?: AmountView;
  @ApiProperty({ enum: ['settled', 'pending', 'failed'] })
  settled!: 'settled' | 'pending' | 'failed';
}

class ReasonView {
  @ApiProperty({ example: 'window-30-days' })
  policyId!: string;
  @ApiProperty()
  section!: string;
  @ApiProperty()
  reason!: string;
}

export class RequirementView {
  @ApiProperty()
  slot!: string;
  @ApiProperty({ enum: ['consent', 'approval'] })
  basis!: 'consent' | 'approval';
  @ApiProperty({ example: 'the approval of a support manager' })
  description!: string;
}

class HistoryView {
  @ApiProperty({ example: 1 })
  version!: number;
  @ApiProperty({ example: 'ProposalDrafted' })
  type!: string;
  @ApiProperty({ format: 'date-time' })
  at!: string;
}

export class ProposalView {
  @ApiProperty({ format: 'uuid' })
  proposalId!: string;
  @ApiProperty({ example: 'refund.create' })
  kind!: string;
  @ApiProperty({ description: "The customer's subject", example: 'ada' })
  customer!: string;
  @ApiProperty({
    required: false,
    format: 'uuid',
    description: 'The completed proposal that this one takes back',
  })
  compensates?: string;
  @ApiProperty({
    required: false,
    format: 'uuid',
    description: 'The completed proposal that this one comes after',
  })
  follows?: string;
  @ApiProperty({ type: TargetView })
  target!: TargetView;
  @ApiProperty({ type: AmountView, required: false, description: 'Absent where no money moves' })
  amount?: AmountView;
  @ApiProperty({ example: 'awaiting_approval' })
  status!: string;
  @ApiProperty({ example: '○• Waits for a decision' })
  state!: string;
  @ApiProperty()
  digest!: string;
  @ApiProperty({ type: ReceiptView, required: false, description: 'Once the effect was read back' })
  receipt?: ReceiptView;
  @ApiProperty({ type: [ReasonView], required: false, description: 'When policy denied it' })
  reasons?: ReasonView[];
  @ApiProperty({ type: [RequirementView], description: 'What it still waits for' })
  requirements!: RequirementView[];
  @ApiProperty({ type: [HistoryView] })
  history!: HistoryView[];
}
