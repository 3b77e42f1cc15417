import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Investigation, investigationToken } from './step/investigation.js';

/** What a tool answered is on record, so the next step is planned on it. A failed look waits for its timer. */
@Controller()
export class TakeNextStepWhenToolAnswered {
  constructor(@Inject(investigationToken) private readonly investigation: Investigation) {}

  @EventPattern('ToolCalled')
  async take(@Payload() heard: Heard<'ToolCalled'>): Promise<void> {
    const isOwn = heard.recordedBy === 'countersign_refund_specialist';
    if (!isOwn || heard.data.outcome === 'no_answer') return;
    const { tenant, version, data } = heard;
    // Recorded while refunds were the one capability there was.
    const capability = data.capability ?? 'refunds';
    const caseId = parseStream(heard.stream).id;
    await this.investigation.takeStep({ cause: heard, tenant, caseId, capability, version });
  }
}
