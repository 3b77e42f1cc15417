import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** What held it back is over: it takes its turn like a new one, after the same checks. */
@Controller()
export class ExecuteAgainWhenExecutionResumed {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('ExecutionResumed')
  async execute(@Payload() heard: Heard<'ExecutionResumed'>): Promise<void> {
    await this.execution.carryOut({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
