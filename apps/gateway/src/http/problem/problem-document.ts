import { ApiProperty } from '@nestjs/swagger';
import type { ProblemCode } from './problem-codes.js';

class FieldProblem {
  @ApiProperty({ description: 'Which field, as a path', example: 'arguments.lines[0].quantity' })
  field!: string;

  @ApiProperty({ description: 'What is wrong with it' })
  reason!: string;
}

/** RFC 9457, as the edge sends it; here for the documentation. */
export class ProblemDocument {
  @ApiProperty({ example: 'urn:countersign:problem:body_invalid' })
  type!: string;

  @ApiProperty({ description: 'The same for every problem of this code' })
  title!: string;

  @ApiProperty({ example: 422 })
  status!: number;

  @ApiProperty({ type: String, description: 'The end of `type`; what a program decides on' })
  code!: ProblemCode;

  @ApiProperty({ description: 'What did not happen, why, and what now' })
  detail!: string;

  @ApiProperty({ example: 'urn:countersign:request:0a8c4f6e-8f0e-4d3b-9a51-2f1f6f0f4c11' })
  instance!: string;

  @ApiProperty({ type: [FieldProblem], required: false })
  errors?: readonly FieldProblem[];
}
