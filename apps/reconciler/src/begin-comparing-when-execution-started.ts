import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Comparing, comparingToken } from './comparison/comparing.js';

/** From the first call of a tenant to a system on, the ledger there is compared with ours for good. */
@Controller()
export class BeginComparingWhenExecutionStarted {
  constructor(@Inject(comparingToken) private readonly comparing: Comparing) {}

  @EventPattern('ExecutionStarted')
  async begin(@Payload() heard: Heard<'ExecutionStarted'>): Promise<void> {
    const { tenant, stream, data } = heard;
    await this.comparing.begin(heard, { tenant, id: parseStream(stream).id, at: data.startedAt });
  }
}
