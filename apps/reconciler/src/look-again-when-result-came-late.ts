import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lateFactsMatter, lookingToken } from './look/looking.js';

/** A worker's success after its attempt had been closed is somebody's word: it is read back, whatever was concluded. */
@Controller()
export class LookAgainWhenResultCameLate {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('ResultCameLate')
  async lookAgain(@Payload() heard: Heard<'ResultCameLate'>): Promise<void> {
    if (heard.data.class !== 'succeeded') return;
    const { id } = parseStream(heard.stream);
    const trigger = { cause: heard, tenant: heard.tenant, id, rule: 'look-at-late-result' };
    await this.looking.look(trigger, lateFactsMatter);
  }
}
