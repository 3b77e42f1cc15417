import type { RecoveryStep } from '@countersign/domain';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, IsUUID, Length } from 'class-validator';

const steps = [
  'record_happened',
  'record_did_not_happen',
  'send_again',
  'close',
] as const satisfies RecoveryStep[];

export class NoteBody {
  @ApiProperty({ minLength: 1, maxLength: 4_000, example: 'Asked the provider; ticket 4711.' })
  @IsString()
  @Length(1, 4_000)
  text!: string;
}

/** Why something is recorded or settled, for the second person as for whoever reads it later. */
export class SaidBody {
  @ApiProperty({
    description: 'A reference or a link that a second person can check.',
    minLength: 1,
    maxLength: 2_000,
    example: 'https://payments.example.com/refunds/re_1a2b3c',
  })
  @IsString()
  @Length(1, 2_000)
  evidence!: string;

  @ApiProperty({ minLength: 1, maxLength: 2_000, example: 'Found in the provider’s dashboard.' })
  @IsString()
  @Length(1, 2_000)
  reason!: string;
}

export class ResolutionBody extends SaidBody {
  @ApiProperty({ enum: steps })
  @IsIn(steps)
  step!: (typeof steps)[number];
}

export class SignatureBody {
  @ApiProperty({
    description: 'The resolution that was on the screen; no other is signed.',
    format: 'uuid',
    example: '2f1c9a52-7d3b-4c5e-9a10-6b1f5e4d3c2b',
  })
  @IsUUID()
  resolutionId!: string;
}
