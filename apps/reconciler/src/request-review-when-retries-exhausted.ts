import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/** The tries are used up. That is not a failure: the target is asked once, then a person is. */
@Controller()
export class RequestReviewWhenRetriesExhausted {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('ExecutionRetriesExhausted')
  async request(@Payload() heard: Heard<'ExecutionRetriesExhausted'>): Promise<void> {
    const { id } = parseStream(heard.stream);
    await this.looking.look({ cause: heard, tenant: heard.tenant, id, rule: 'request-review' }, [
      'retries_exhausted',
    ]);
  }
}
