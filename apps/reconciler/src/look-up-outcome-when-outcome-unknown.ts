import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/**
 * Nobody knows: the target is asked at once, because an effect that is there already is proof at any time, and
 * then on the schedule. That nothing is there proves nothing before the settle window has passed.
 */
@Controller()
export class LookUpOutcomeWhenOutcomeUnknown {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('OutcomeUnknown')
  async lookUp(@Payload() heard: Heard<'OutcomeUnknown'>): Promise<void> {
    const { id } = parseStream(heard.stream);
    await this.looking.look({ cause: heard, tenant: heard.tenant, id, rule: 'look-up-outcome' }, [
      'outcome_unknown',
    ]);
  }
}
