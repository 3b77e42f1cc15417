import { ApiProperty } from '@nestjs/swagger';

/** What is wrong with one field of what was sent. */
export class FieldProblem {
  @ApiProperty({ description: 'Which field, as a path', example: 'arguments.lines.0.quantity' })
  readonly field!: string;

  @ApiProperty({ description: 'What is wrong with it', example: 'must be a whole number' })
  readonly reason!: string;
}

/** An RFC 9457 problem document: as every edge sends it, and as OpenAPI describes it. */
export class ProblemDocument {
  @ApiProperty({ description: 'A name, not an address', example: 'urn:countersign:problem:not_found' })
  readonly type!: string;

  @ApiProperty({ description: 'The same for every problem of this code', example: 'Not found' })
  readonly title!: string;

  @ApiProperty({ example: 404 })
  readonly status!: number;

  @ApiProperty({
    description: 'What did not happen, why, and what now',
    example: 'There is no such proposal.',
  })
  readonly detail!: string;

  @ApiProperty({
    description: 'Names this one answer, for whoever is asked about it',
    example: 'urn:countersign:request:0a8c4f6e-8f0e-4d3b-9a51-2f1f6f0f4c11',
  })
  readonly instance!: string;

  @ApiProperty({ description: 'The end of `type`; what a program decides on', example: 'not_found' })
  readonly code!: string;

  @ApiProperty({
    type: [FieldProblem],
    required: false,
    description: 'Where fields are at fault: which, and how',
  })
  readonly errors?: readonly FieldProblem[];
}
