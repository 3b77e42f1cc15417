import { parseStream } from '@countersign/contracts';
import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Execution, executionToken } from './execution/execution.js';

/** A call that must have ended long ago has no result: nobody knows, so the reconciler finds out. */
@Controller()
export class RecordUnknownWhenWorkerFellSilent {
  constructor(@Inject(executionToken) private readonly execution: Execution) {}

  @EventPattern('timer.execution-watch')
  async record(@Payload() fired: TimerFired): Promise<void> {
    const trigger = { cause: fired, tenant: fired.tenant, id: parseStream(fired.stream).id };
    await this.execution.recordSilence(trigger, Number(fired.payload['attempt']));
  }
}
