import { ApiProperty } from '@nestjs/swagger';
import type { StopShown } from '../stops/stop-desk.js';
import { PersonDocument } from './desk-documents.js';

export class StopDocument implements StopShown {
  @ApiProperty({ example: 'target-payments', description: '`tenant`, or the target that is stopped.' })
  scope!: string;

  @ApiProperty({
    example:
      'payments is stopped since 2026-11-30T09:54:29.512Z by Sam Achebe: ‘provider incident’. Nothing is sent.',
  })
  sentence!: string;

  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty({ example: 'provider incident' })
  reason!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  since!: string;

  @ApiProperty({ description: 'Approved actions that wait for its release.', example: 0 })
  waiting!: number;
}

export class StopsDocument {
  @ApiProperty({ type: [StopDocument] })
  stops!: readonly StopDocument[];
}

export class StoppedDocument {
  @ApiProperty({ enum: ['stopped'] })
  outcome!: 'stopped';

  @ApiProperty({ example: 'target-payments' })
  scope!: string;

  @ApiProperty({ example: '2026-11-30T09:54:29.512Z' })
  since!: string;

  @ApiProperty({
    type: [String],
    description:
      'Proposals whose call had begun before and had no result yet: these may finish. None: no call leaves after this answer.',
    example: [],
  })
  underWay!: readonly string[];
}

export class ReleasedDocument {
  @ApiProperty({ enum: ['released'] })
  outcome!: 'released';

  @ApiProperty({ example: 'target-payments' })
  scope!: string;

  @ApiProperty({ description: 'What waited for it and goes on by itself.', example: 0 })
  waiting!: number;
}
