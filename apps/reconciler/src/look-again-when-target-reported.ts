import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lateFactsMatter, lookingToken } from './look/looking.js';

/** What the target said by itself is a hint: it is read back before anything is believed of it. */
@Controller()
export class LookAgainWhenTargetReported {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('TargetReported')
  async lookAgain(@Payload() heard: Heard<'TargetReported'>): Promise<void> {
    const { id } = parseStream(heard.stream);
    const trigger = { cause: heard, tenant: heard.tenant, id, rule: 'look-at-report' };
    await this.looking.look(trigger, lateFactsMatter);
  }
}
