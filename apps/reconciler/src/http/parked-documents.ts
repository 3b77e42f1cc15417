import { ApiProperty } from '@nestjs/swagger';
import type { ParkedItem } from '../parked/parked-desk.js';

class ParkedItemDocument implements ParkedItem {
  @ApiProperty()
  id!: string;

  @ApiProperty()
  service!: string;

  @ApiProperty({ enum: ['parked', 'halted', 'waiting'] })
  status!: ParkedItem['status'];

  @ApiProperty()
  kind!: ParkedItem['kind'];

  @ApiProperty()
  code!: string;

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  attempts!: number;

  @ApiProperty()
  parkedAt!: string;

  @ApiProperty({ enum: ['event', 'message', 'timer'] })
  source!: string;

  @ApiProperty()
  pattern!: string;

  @ApiProperty()
  messageId!: string;

  @ApiProperty()
  sizeBytes!: number;

  @ApiProperty({
    description: 'As it came, the first 16,000 characters. Somebody else’s words: never markup.',
  })
  content!: string;
}

export class ParkedDocument {
  @ApiProperty({ type: [ParkedItemDocument] })
  items!: readonly ParkedItemDocument[];
}

export class RetryDocument {
  @ApiProperty({ enum: ['asked'], description: 'The service hears it again within a second or two.' })
  outcome!: 'asked';
}
