import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Looking, lookingToken } from './look/looking.js';

/**
 * The target knows this operation with other parameters (S10): something may have been applied under it that
 * nobody approved, so a person finds out. Every other refusal is final and needs nobody, and is read back like a
 * success: a copy of the request, or the call before it, may have been applied all the same.
 */
@Controller()
export class RequestReviewWhenTargetRefused {
  constructor(@Inject(lookingToken) private readonly looking: Looking) {}

  @EventPattern('ExecutionFailed')
  async request(@Payload() heard: Heard<'ExecutionFailed'>): Promise<void> {
    const { id } = parseStream(heard.stream);
    await this.looking.look({ cause: heard, tenant: heard.tenant, id, rule: 'request-review' }, ['failed']);
  }
}
