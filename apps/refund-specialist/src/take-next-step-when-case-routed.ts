import { refunds } from '@countersign/capabilities/refunds';
import { type Heard, parseStream } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Investigation, investigationToken } from './step/investigation.js';

/** A case was given to this specialist, or a message in it was. */
@Controller()
export class TakeNextStepWhenCaseRouted {
  constructor(@Inject(investigationToken) private readonly investigation: Investigation) {}

  @EventPattern('CaseRouted')
  async take(@Payload() heard: Heard<'CaseRouted'>): Promise<void> {
    if (heard.data.capability !== refunds.name) return;
    const { tenant, version } = heard;
    await this.investigation.takeStep({
      cause: heard,
      tenant,
      caseId: parseStream(heard.stream).id,
      version,
    });
  }
}
