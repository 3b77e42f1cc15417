import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { decisionCodes } from '../decision/decision-codes.js';
import type { ProblemCode } from './problem.js';

const problemCodes = [
  ...decisionCodes,
  'query_invalid',
  'unavailable',
  'fault',
] as const satisfies ProblemCode[];

/** RFC 9457, with a closed set of codes. */
export class ProblemDocument {
  @ApiProperty({ example: 'urn:countersign:problem:already_decided' })
  type!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty()
  status!: number;

  @ApiProperty({ description: 'What did not happen, why, and what now.' })
  detail!: string;

  @ApiProperty({ enum: problemCodes, enumName: 'ProblemCode' })
  code!: ProblemCode;

  @ApiProperty({ description: 'Names this one answer, for whoever is asked about it.' })
  instance!: string;

  @ApiPropertyOptional({ type: [String], description: 'For `stale`: what the record says now.' })
  differences?: string[];

  @ApiPropertyOptional({ description: 'For `superseded`: the proposal to look at instead.' })
  replacedBy?: string;
}

export class Me {
  @ApiProperty()
  tenant!: string;

  @ApiProperty()
  subject!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ enum: ['customer', 'staff', 'agent'] })
  kind!: 'customer' | 'staff' | 'agent';

  @ApiProperty({ type: [String] })
  roles!: string[];

  @ApiProperty({ description: 'When the person signed in.' })
  authenticatedAt!: string;

  @ApiProperty({ description: 'The clock that deadlines are judged by.' })
  serverTime!: string;
}

class DecidedBy {
  @ApiProperty()
  subject!: string;

  @ApiProperty()
  name!: string;
}

/** A decision as it stands on record. */
export class DecisionDocument {
  @ApiProperty()
  proposalId!: string;

  @ApiProperty()
  digest!: string;

  @ApiProperty({ enum: ['approve', 'reject'] })
  decision!: 'approve' | 'reject';

  @ApiProperty()
  slot!: string;

  @ApiProperty({ type: DecidedBy })
  by!: DecidedBy;

  @ApiProperty()
  decidedAt!: string;

  @ApiProperty({ description: 'True when you had said the same before: told again, done once.' })
  repeated!: boolean;

  @ApiProperty()
  state!: string;

  @ApiProperty()
  stateWord!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: [String], description: 'What is needed besides; empty when nothing more is.' })
  stillNeeded!: string[];

  @ApiProperty()
  serverTime!: string;
}
