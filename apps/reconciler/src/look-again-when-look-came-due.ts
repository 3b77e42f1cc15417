import { parseStream } from '@countersign/contracts';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/** The next look of the schedule, also while a person is asked: it settles itself when the target answers. */
@Controller()
export class LookAgainWhenLookCameDue {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('timer.look-again')
  async lookAgain(@Payload() fired: TimerFired): Promise<void> {
    const trigger = {
      cause: fired,
      tenant: fired.tenant,
      id: parseStream(fired.stream).id,
      rule: 'look-again',
    };
    await this.looking.look(trigger, ['succeeded', 'outcome_unknown', 'in_review']);
  }
}
