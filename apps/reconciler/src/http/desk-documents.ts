import { ApiProperty } from '@nestjs/swagger';
import type { PersonShown } from '../recovery/recovery-item.js';

/** Whoever did something about an item of the queue. */
export class PersonDocument implements PersonShown {
  @ApiProperty({ example: 'sam' })
  subject!: string;

  @ApiProperty({ example: 'Sam Achebe' })
  name!: string;
}

export class NoteDocument {
  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty({ example: 'Asked the provider; ticket 4711.' })
  text!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  at!: string;
}

/** What somebody says about an item, for a second person to sign. */
export class SaidDocument {
  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty({ example: 'https://payments.example.com/refunds/re_1a2b3c' })
  evidence!: string;

  @ApiProperty({ example: 'Found in the provider’s dashboard.' })
  reason!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  at!: string;
}

/** Whether a step is offered now. */
export class OfferDocument {
  @ApiProperty({ description: 'The events it would append.', example: 'ResolutionProposed' })
  appends!: string;

  @ApiProperty({ example: true })
  allowed!: boolean;

  @ApiProperty({
    required: false,
    description: 'When allowed: whether a second person must sign.',
    example: true,
  })
  secondPerson?: boolean;

  @ApiProperty({
    required: false,
    description: 'When not allowed.',
    example: 'It was not looked at since it was sent.',
  })
  why?: string;
}

/** What was done with an item; the item itself stands beside it. */
export class DeedDocument {
  @ApiProperty({ enum: ['done'] })
  outcome!: 'done';

  @ApiProperty({
    description: 'True when the same had been said before: told again, done once.',
    example: false,
  })
  repeated!: boolean;
}
