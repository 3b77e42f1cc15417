import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** Two people asked for it to be sent again; everything is checked anew as for the first time. */
@Controller()
export class ExecuteAgainWhenOperatorAsked {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('OperatorResolved')
  async execute(@Payload() heard: Heard<'OperatorResolved'>): Promise<void> {
    if (heard.data.step !== 'send_again') return;
    await this.execution.carryOut({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
