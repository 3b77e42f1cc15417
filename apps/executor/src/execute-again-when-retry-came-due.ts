import { parseStream } from '@countersign/contracts';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** Nothing was applied and the wait is over: the same operation once more, after the same checks. */
@Controller()
export class ExecuteAgainWhenRetryCameDue {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('timer.execution-retry')
  async execute(@Payload() fired: TimerFired): Promise<void> {
    const trigger = { cause: fired, tenant: fired.tenant, id: parseStream(fired.stream).id };
    await this.execution.whenDue(trigger, fired.payload['retryAt']);
  }
}
