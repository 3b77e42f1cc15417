import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiResponse } from '@nestjs/swagger';
import { type RecoveryCode, recoveryCodes } from '../recovery/recovery-codes.js';

class RecoveryProblemDocument {
  @ApiProperty({ example: 'urn:countersign:problem:not_waiting' })
  type!: string;

  @ApiProperty()
  title!: string;

  @ApiProperty()
  status!: number;

  @ApiProperty({ description: 'What did not happen, why, and what now.' })
  detail!: string;

  @ApiProperty()
  instance!: string;

  @ApiProperty({ enum: [...recoveryCodes, 'invalid_request'] })
  code!: RecoveryCode | 'invalid_request';
}

/** The refusals an operation may answer with. */
export function ApiProblems(...statuses: readonly number[]) {
  return applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({ status, type: RecoveryProblemDocument, description: 'A problem document.' }),
    ),
  );
}
