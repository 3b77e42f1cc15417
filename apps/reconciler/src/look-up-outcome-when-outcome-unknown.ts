import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/**
 * Nobody knows: the target is asked at once, because an effect that is there already is proof at any time, and
 * then on the schedule. That nothing is there proves nothing before the settle window has passed. A change that is to
 * take the place of what was sent already makes its outcome a question, too.
 */
@Controller()
export class LookUpOutcomeWhenOutcomeUnknown {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern(['OutcomeUnknown', 'ReplacementAsked'])
  async lookUp(@Payload() heard: Heard<'OutcomeUnknown' | 'ReplacementAsked'>): Promise<void> {
    const { id } = parseStream(heard.stream);
    await this.looking.look({ cause: heard, tenant: heard.tenant, id, rule: 'look-up-outcome' }, [
      'outcome_unknown',
    ]);
  }
}
