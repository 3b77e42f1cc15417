import type { Heard } from '@countersign/contracts';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { Routing, routingToken } from './case/routing.js';

/** What the customer wrote goes to whoever answers it, or is answered here. */
@Controller()
export class RouteMessageWhenCustomerWrote {
  constructor(@Inject(routingToken) private readonly routing: Routing) {}

  @EventPattern('CustomerMessageReceived')
  async route(@Payload() heard: Heard<'CustomerMessageReceived'>): Promise<void> {
    await this.routing.route(heard);
  }
}
