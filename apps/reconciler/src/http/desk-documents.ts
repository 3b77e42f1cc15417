import { ApiProperty } from '@nestjs/swagger';
import type { PersonShown } from '../recovery/recovery-item.js';

/** Whoever did something about an item of the queue. */
export class PersonDocument implements PersonShown {
  @ApiProperty()
  subject!: string;

  @ApiProperty()
  name!: string;
}

export class NoteDocument {
  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty()
  text!: string;

  @ApiProperty()
  at!: string;
}

/** What somebody says about an item, for a second person to sign. */
export class SaidDocument {
  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty()
  evidence!: string;

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  at!: string;
}

/** Whether a step is offered now. */
export class OfferDocument {
  @ApiProperty({ description: 'The events it would append.' })
  appends!: string;

  @ApiProperty()
  allowed!: boolean;

  @ApiProperty({ required: false, description: 'When allowed: whether a second person must sign.' })
  secondPerson?: boolean;

  @ApiProperty({ required: false, description: 'When not allowed.' })
  why?: string;
}

/** What was done with an item; the item itself stands beside it. */
export class DeedDocument {
  @ApiProperty({ enum: ['done'] })
  outcome!: 'done';

  @ApiProperty({ description: 'True when the same had been said before: told again, done once.' })
  repeated!: boolean;
}
