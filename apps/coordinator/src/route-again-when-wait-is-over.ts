import type { Heard } from '@countersign/contracts';
import { type CaseStreams, casesToken, type TimerFired } from '@countersign/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Routing, routingToken } from './case/routing.js';

/** The planner was in trouble when the message came in, so it has not been routed yet: it is asked again. */
@Controller()
export class RouteAgainWhenWaitIsOver {
  constructor(
    @Inject(casesToken) private readonly cases: CaseStreams,
    @Inject(routingToken) private readonly routing: Routing,
  ) {}

  @EventPattern('timer.route-again')
  async routeAgain(@Payload() fired: TimerFired): Promise<void> {
    const { tenant, payload } = fired;
    const { events } = await this.cases.load(tenant, String(payload['caseId']));
    const message = events.find(({ id }) => id === payload['eventId']);
    if (message?.type !== 'CustomerMessageReceived') return;
    await this.routing.route(message as Heard<'CustomerMessageReceived'>, fired);
  }
}
