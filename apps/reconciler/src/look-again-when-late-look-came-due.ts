import { parseStream } from '@countersign/contracts';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/** Accepted is not settled: what was completed while it was only accepted is looked at until it is (C21). */
@Controller()
export class LookAgainWhenLateLookCameDue {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('timer.late-look')
  async lookAgain(@Payload() fired: TimerFired): Promise<void> {
    const { id } = parseStream(fired.stream);
    const trigger = { cause: fired, tenant: fired.tenant, id, rule: 'late-look' };
    await this.looking.look(trigger, ['completed']);
  }
}
