import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Investigation, investigationToken } from './step/investigation.js';

/** One action was proposed, or declined, and the customer asked for more than that: the next step is planned. */
@Controller()
export class TakeNextStepWhenMoreIsAsked {
  constructor(@Inject(investigationToken) private readonly investigation: Investigation) {}

  @EventPattern('ModelTurnTaken')
  async take(@Payload() heard: Heard<'ModelTurnTaken'>): Promise<void> {
    const { by, verdict, detail } = heard.data;
    if (by !== 'specialist' || verdict !== 'accepted' || detail?.['more'] !== true) return;
    const { tenant, version } = heard;
    const caseId = parseStream(heard.stream).id;
    const capability = String(detail['capability']);
    await this.investigation.takeStep({ cause: heard, tenant, caseId, capability, version });
  }
}
