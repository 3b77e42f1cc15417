import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** The last slot filled permits it; with a slot still open there is nothing to do yet. */
@Controller()
export class ExecuteWhenApprovalGranted {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('ApprovalGranted')
  async execute(@Payload() heard: Heard<'ApprovalGranted'>): Promise<void> {
    await this.execution.carryOut({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
