import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';

export class ReasonBody {
  @ApiProperty({
    description: 'Why, for whoever reads it at night.',
    minLength: 1,
    maxLength: 2_000,
    example: 'provider incident',
  })
  @IsString()
  @Length(1, 2_000)
  reason!: string;
}

export class StopBody extends ReasonBody {
  @ApiProperty({
    description: '`tenant`: everything of your tenant. `target-payments`: all of it that goes to payments.',
    example: 'target-payments',
  })
  @IsString()
  @Length(1, 100)
  scope!: string;
}
