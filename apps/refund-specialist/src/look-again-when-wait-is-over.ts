import { type CaseStreams, casesToken, type TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Investigation, investigationToken } from './step/investigation.js';

/** A look failed some time ago. Whatever it was for is still unknown, so the next step is planned anew. */
@Controller()
export class LookAgainWhenWaitIsOver {
  constructor(
    @Inject(investigationToken) private readonly investigation: Investigation,
    @Inject(casesToken) private readonly cases: CaseStreams,
  ) {}

  @EventPattern('timer.look-again')
  async lookAgain(@Payload() fired: TimerFired): Promise<void> {
    const { tenant, payload } = fired;
    const caseId = String(payload['caseId']);
    const { events } = await this.cases.load(tenant, caseId);
    const failed = events.find((e) => e.type === 'ToolCalled' && e.data['callId'] === payload['callId']);
    if (failed === undefined) return;
    const capability = String(failed.data['capability'] ?? 'refunds');
    await this.investigation.takeStep({ cause: fired, tenant, caseId, capability, version: failed.version });
  }
}
