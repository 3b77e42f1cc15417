import { ApiProperty } from '@nestjs/swagger';
import type { StopShown } from '../stops/stop-desk.js';
import { PersonDocument } from './desk-documents.js';

export class StopDocument implements StopShown {
  @ApiProperty({ example: 'target-payments', description: '`tenant`, or the target that is stopped.' })
  scope!: string;

  @ApiProperty()
  sentence!: string;

  @ApiProperty({ type: PersonDocument })
  by!: PersonDocument;

  @ApiProperty()
  reason!: string;

  @ApiProperty()
  since!: string;

  @ApiProperty({ description: 'Approved actions that wait for its release.' })
  waiting!: number;
}

export class StopsDocument {
  @ApiProperty({ type: [StopDocument] })
  stops!: readonly StopDocument[];
}

export class StoppedDocument {
  @ApiProperty({ enum: ['stopped'] })
  outcome!: 'stopped';

  @ApiProperty()
  scope!: string;

  @ApiProperty()
  since!: string;

  @ApiProperty({
    type: [String],
    description:
      'Proposals whose call had begun before and had no result yet: these may finish. None: no call leaves after this answer.',
  })
  underWay!: readonly string[];
}

export class ReleasedDocument {
  @ApiProperty({ enum: ['released'] })
  outcome!: 'released';

  @ApiProperty()
  scope!: string;

  @ApiProperty({ description: 'What waited for it and goes on by itself.' })
  waiting!: number;
}
