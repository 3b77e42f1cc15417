import type { Heard } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Comparing, comparingToken } from './comparison/comparing.js';

/** From the first call of a tenant on, its targets' ledgers are compared with ours for good. */
@Controller()
export class BeginComparingWhenExecutionStarted {
  constructor(@Inject(comparingToken) private readonly comparing: Comparing) {}

  @EventPattern('ExecutionStarted')
  async begin(@Payload() heard: Heard<'ExecutionStarted'>): Promise<void> {
    await this.comparing.begin(heard, { tenant: heard.tenant, at: heard.data.startedAt });
  }
}
