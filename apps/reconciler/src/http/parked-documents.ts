import { ApiProperty } from '@nestjs/swagger';
import type { ParkedItem } from '../parked/parked-desk.js';

class ParkedItemDocument implements ParkedItem {
  @ApiProperty({ example: '8c0f0a0e-1d7e-4a35-9d9e-6b1a7c1c5e11' })
  id!: string;

  @ApiProperty({ example: 'coordinator' })
  service!: string;

  @ApiProperty({ enum: ['parked', 'halted', 'waiting'] })
  status!: ParkedItem['status'];

  @ApiProperty({ example: 'poison' })
  kind!: ParkedItem['kind'];

  @ApiProperty({ example: 'unreadable_message' })
  code!: string;

  @ApiProperty({ example: 'The body is not valid JSON.' })
  reason!: string;

  @ApiProperty({ example: 12 })
  attempts!: number;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  parkedAt!: string;

  @ApiProperty({ enum: ['event', 'message', 'timer'] })
  source!: string;

  @ApiProperty({ example: 'CustomerMessageReceived' })
  pattern!: string;

  @ApiProperty({ example: '5b0fa2c1-6a55-4a0e-9d0c-5a2f5d0c7b11' })
  messageId!: string;

  @ApiProperty({ example: 812 })
  sizeBytes!: number;

  @ApiProperty({
    description: 'As it came, the first 16,000 characters. Somebody else’s words: never markup.',
    example: '{"requestId":"…"}',
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
