import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/** A success is a claim until exactly one effect of the approved amount has been read back. */
@Controller()
export class VerifyEffectWhenExecutionSucceeded {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('ExecutionSucceeded')
  async verify(@Payload() heard: Heard<'ExecutionSucceeded'>): Promise<void> {
    const { id } = parseStream(heard.stream);
    await this.looking.look({ cause: heard, tenant: heard.tenant, id, rule: 'verify-effect' }, ['succeeded']);
  }
}
