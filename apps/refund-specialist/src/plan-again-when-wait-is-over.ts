import type { TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Investigation, investigationToken } from './step/investigation.js';

/** The planner was in trouble some time ago, so nothing was planned; it is asked again about the case as it is. */
@Controller()
export class PlanAgainWhenWaitIsOver {
  constructor(@Inject(investigationToken) private readonly investigation: Investigation) {}

  @EventPattern('timer.plan-again')
  async planAgain(@Payload() fired: TimerFired): Promise<void> {
    const { tenant, payload } = fired;
    await this.investigation.takeStep({
      ...{ cause: fired, tenant, caseId: String(payload['caseId']) },
      ...{ capability: String(payload['capability']), version: Number(payload['version']) },
    });
  }
}
