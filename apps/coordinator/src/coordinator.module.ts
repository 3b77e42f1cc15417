import { capabilities } from '@countersign/capabilities';
import { createTokenVerifier } from '@countersign/identity';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import { type Planner, plannerOf } from '@countersign/planning';
import { plannerToken } from '@countersign/planning/view';
import type { DynamicModule } from '@nestjs/common';
import { AnswerCustomerWhenSpecialistSpoke } from './answer-customer-when-specialist-spoke.js';
import { AttachProposalWhenDrafted } from './attach-proposal-when-drafted.js';
import { offerOf } from './case/offer.js';
import { Routing, routingToken } from './case/routing.js';
import { type CoordinatorConfig, readConfig } from './config.js';
import { OpenCaseWhenCustomerAsked, verifierToken } from './open-case-when-customer-asked.js';
import { RouteAgainWhenWaitIsOver } from './route-again-when-wait-is-over.js';
import { RouteMessageWhenCustomerWrote } from './route-message-when-customer-wrote.js';
import { RouteNextMatterWhenSpecialistIsDone } from './route-next-matter-when-specialist-is-done.js';
import { TellCustomerWhenProposalMoved } from './tell-customer-when-proposal-moved.js';

class CoordinatorModule {}

function coordinatorModule(wiring: Wiring<CoordinatorConfig>): DynamicModule {
  const { config, ports, cases, proposals } = wiring;
  const verifier = createTokenVerifier({
    ...config.identity,
    fetch: ports.network.fetch,
    now: () => ports.clock.nowMs(),
  });
  const rules = capabilities.all.map((capability) => capability.rules);
  return {
    module: CoordinatorModule,
    imports: [wiringModule(wiring)],
    controllers: [
      OpenCaseWhenCustomerAsked,
      RouteMessageWhenCustomerWrote,
      AttachProposalWhenDrafted,
      TellCustomerWhenProposalMoved,
      AnswerCustomerWhenSpecialistSpoke,
      RouteNextMatterWhenSpecialistIsDone,
      RouteAgainWhenWaitIsOver,
    ],
    providers: [
      { provide: verifierToken, useValue: verifier },
      { provide: plannerToken, useFactory: () => plannerOf(config.planner, rules, ports) },
      {
        provide: routingToken,
        inject: [plannerToken],
        useFactory: (planner: Planner) => {
          const offer = offerOf(config.capabilities);
          const planAgainAfterMs = config.planAgain.afterMs;
          return new Routing({ cases, proposals, planner, offer, ports, planAgainAfterMs });
        },
      },
    ],
  };
}

/** Owns a case: opens it, routes what the customer writes, observes each outcome, and answers. */
export const definition: ServiceDefinition<CoordinatorConfig> = {
  service: 'coordinator',
  readConfig,
  module: coordinatorModule,
};
