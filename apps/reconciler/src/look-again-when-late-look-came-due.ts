import { parseStream } from '@countersign/contracts';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { endedByNow, Looking, lookingToken } from './look/looking.js';

/**
 * Accepted is not settled: what was completed while it was only accepted is looked at until it is (C21). So is what had
 * ended and was said to have an effect after all, while the target gives no answer.
 */
@Controller()
export class LookAgainWhenLateLookCameDue {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('timer.late-look')
  async lookAgain(@Payload() fired: TimerFired): Promise<void> {
    const { id } = parseStream(fired.stream);
    const trigger = { cause: fired, tenant: fired.tenant, id, rule: 'late-look' };
    await this.looking.look(trigger, endedByNow);
  }
}
