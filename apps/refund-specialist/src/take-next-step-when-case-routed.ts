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
    const { tenant, version, data } = heard;
    const caseId = parseStream(heard.stream).id;
    await this.investigation.takeStep({
      ...{ cause: heard, tenant, caseId, version },
      capability: data.capability,
    });
  }
}
