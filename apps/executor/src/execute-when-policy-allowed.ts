import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** Policy asked nobody: an allow is carried out at once. */
@Controller()
export class ExecuteWhenPolicyAllowed {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('PolicyDecided')
  async execute(@Payload() heard: Heard<'PolicyDecided'>): Promise<void> {
    if (heard.data.verdict !== 'allow') return;
    await this.execution.carryOut({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
