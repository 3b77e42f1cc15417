import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** The target surely holds nothing for this operation: the same one is sent again, under the same id. */
@Controller()
export class ExecuteAgainWhenProvenAbsent {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('OutcomeReconciled')
  async execute(@Payload() heard: Heard<'OutcomeReconciled'>): Promise<void> {
    if (heard.data.finding !== 'did_not_happen') return;
    await this.execution.carryOut({ cause: heard, tenant: heard.tenant, id: parseStream(heard.stream).id });
  }
}
