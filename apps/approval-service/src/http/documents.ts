import { ProblemDocument } from '@countersign/messaging/http';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** What a refused decision adds to a problem document. */
export class DecisionProblem extends ProblemDocument {
  @ApiPropertyOptional({
    type: [String],
    description: 'For `stale`: what the record says now.',
    example: ['The order was cancelled.'],
  })
  differences?: string[];

  @ApiPropertyOptional({
    description: 'For `superseded`: the proposal to look at instead.',
    example: '5b4901d4-2186-4969-aeaf-622aeec35de0',
  })
  replacedBy?: string;
}

export class Me {
  @ApiProperty({ example: 'fjordlight' })
  tenant!: string;

  @ApiProperty({ example: 'maya' })
  subject!: string;

  @ApiProperty({ example: 'Maya Lindqvist' })
  name!: string;

  @ApiProperty({ enum: ['customer', 'staff', 'agent'], example: 'staff' })
  kind!: 'customer' | 'staff' | 'agent';

  @ApiProperty({ type: [String], example: ['support_manager'] })
  roles!: string[];

  @ApiProperty({ description: 'When the person signed in.', example: '2026-11-30T08:00:00.000Z' })
  authenticatedAt!: string;

  @ApiProperty({
    description: 'The clock that deadlines are judged by.',
    example: '2026-11-30T09:54:29.512Z',
  })
  serverTime!: string;
}

class DecidedBy {
  @ApiProperty({ example: 'maya' })
  subject!: string;

  @ApiProperty({ example: 'Maya Lindqvist' })
  name!: string;
}

/** A decision as it stands on record. */
export class DecisionDocument {
  @ApiProperty({ example: '5b4901d4-2186-4969-aeaf-622aeec35de0' })
  proposalId!: string;

  @ApiProperty({ example: '5ed5e31c1d7c3f6349c3d4ff41d9864405d8369786d4c4c44ab9d5dc65ce0cf3' })
  digest!: string;

  @ApiProperty({ enum: ['approve', 'reject'], example: 'approve' })
  decision!: 'approve' | 'reject';

  @ApiProperty({ example: 'approval:support_manager' })
  slot!: string;

  @ApiProperty({ type: DecidedBy })
  by!: DecidedBy;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  decidedAt!: string;

  @ApiProperty({
    description: 'True when you had said the same before: told again, done once.',
    example: false,
  })
  repeated!: boolean;

  @ApiProperty({ example: 'approved' })
  state!: string;

  @ApiProperty({ example: 'approved' })
  stateWord!: string;

  @ApiProperty({ example: 'Approved by Maya Lindqvist. It is being carried out.' })
  sentence!: string;

  @ApiProperty({
    type: [String],
    description: 'What is needed besides; empty when nothing more is.',
    example: [],
  })
  stillNeeded!: string[];

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  serverTime!: string;
}
