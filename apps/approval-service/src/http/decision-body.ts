import { decisionTextMax } from '@countersign/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { IsIn, IsOptional, IsString, Matches, MaxLength, validateSync } from 'class-validator';

/** What a person sends. Who they are is not in it: a name in a body would be anybody's. */
export class DecisionBody {
  @ApiProperty({ enum: ['approve', 'reject'] })
  @IsIn(['approve', 'reject'])
  decision!: 'approve' | 'reject';

  @ApiProperty({
    description: 'The digest on the card, 64 lower-case hex digits.',
    example: '5ed5e31c1d7c3f6349c3d4ff41d9864405d8369786d4c4c44ab9d5dc65ce0cf3',
  })
  @Matches(/^[0-9a-f]{64}$/)
  digest!: string;

  @ApiProperty({
    description: 'The `sight` of the card: proof that it was shown to you.',
    example: 'eyJhbGciOiJFZERTQSIsInR5cCI6InNpZ2h0In0.eyJzdWJqZWN0IjoibWF5YSJ9.c2lnbmF0dXJl',
  })
  @IsOptional()
  @IsString()
  @MaxLength(16_384)
  sight?: string;

  @ApiPropertyOptional({ maxLength: decisionTextMax, example: 'Within the policy, 8.2.' })
  @IsOptional()
  @IsString()
  @MaxLength(decisionTextMax)
  reason?: string;

  @ApiPropertyOptional({
    maxLength: decisionTextMax,
    description: 'Shown to the customer as it is.',
    example: 'Sorry for the trouble.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(decisionTextMax)
  noteToCustomer?: string;
}

/** A body as far as it could be read, and what was wrong with it. */
export interface ReadBody {
  readonly body: DecisionBody;
  readonly faults: readonly string[];
}

/**
 * Never refuses by itself: the token is looked at first, so that an attempt without one is on record whatever
 * it sent. Fields we do not know are dropped, among them whoever claims to be deciding (C59), and so is what is null.
 */
export function readDecisionBody(value: unknown): ReadBody {
  const given = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  const said = Object.entries(given).filter(([, field]) => field !== null);
  const body = plainToInstance(DecisionBody, Object.fromEntries(said));
  const errors = validateSync(body, { whitelist: true });
  const faults = errors.flatMap((error) => Object.values(error.constraints ?? {}));
  if (faults.length === 0) return { body, faults };
  const digest = errors.some((error) => error.property === 'digest') ? 'none' : body.digest;
  return { body: Object.assign(new DecisionBody(), { decision: 'approve', digest }), faults };
}
