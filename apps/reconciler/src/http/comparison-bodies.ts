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

  @ApiProperty({ required: false, description: 'Compare, and record nothing.' })
  @IsOptional()
  @IsBoolean()
  dryRun?: boolean;
}

export class SettlementBody {
  @ApiProperty({ description: 'A reference or a link that a second person can check.', maxLength: 2_000 })
  @IsString()
  @Length(1, 2_000)
  evidence!: string;

  @ApiProperty({ minLength: 1, maxLength: 2_000 })
  @IsString()
  @Length(1, 2_000)
  reason!: string;
}

export class SettlementSignatureBody {
  @ApiProperty({ description: 'The settlement that was on the screen; no other is signed.', format: 'uuid' })
  @IsUUID()
  settlementId!: string;
}
