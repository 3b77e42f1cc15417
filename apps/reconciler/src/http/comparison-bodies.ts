import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsOptional, IsString, IsUUID, Length, Matches } from 'class-validator';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

export class ComparisonBody {
  @ApiProperty({ example: 'payments' })
  @IsString()
  @Length(1, 200)
  target!: string;

  @ApiProperty({ description: 'An instant in UTC, part of the window.', example: '2026-11-29T00:00:00Z' })
  @Matches(instant)
  from!: string;

  @ApiProperty({ description: 'An instant in UTC, not part of the window.', example: '2026-11-30T00:00:00Z' })
  @Matches(instant)
  to!: string;

  @ApiProperty({ required: false, description: 'Compare, and record nothing.', example: true })
  @IsOptional()
  @IsBoolean()
  dryRun?: boolean;
}

/** Which open differences, and after which. */
export class DifferencesAsked {
  @ApiProperty({ required: false, example: 'payments' })
  @IsOptional()
  @IsString()
  @Length(1, 200)
  system?: string;

  @ApiProperty({ required: false, example: 'effect_without_proposal' })
  @IsOptional()
  @IsString()
  @Length(1, 200)
  kind?: string;

  @ApiProperty({ required: false, description: '`next` of the page before.' })
  @IsOptional()
  @IsString()
  @Length(1, 2_000)
  after?: string;
}

export class SettlementSignatureBody {
  @ApiProperty({
    description: 'The settlement that was on the screen; no other is signed.',
    format: 'uuid',
    example: '2f1c9a52-7d3b-4c5e-9a10-6b1f5e4d3c2b',
  })
  @IsUUID()
  settlementId!: string;
}
