import { type CapabilityReads, capabilities } from '@countersign/capabilities';
import { refundReads } from '@countersign/capabilities/refunds/reads';
import { connections } from '@countersign/connectors';
import { createDocumentsReader } from '@countersign/connectors/documents/read';
import { createOrdersReader } from '@countersign/connectors/orders/read';
import type { PaymentsReader } from '@countersign/connectors/payments/read';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import { type Planner, plannerOf } from '@countersign/planning';
import { plannerToken } from '@countersign/planning/view';
import type { DynamicModule } from '@nestjs/common';
import { type RefundSpecialistConfig, readConfig } from './config.js';
import { LookAgainWhenWaitIsOver } from './look-again-when-wait-is-over.js';
import { PlanAgainWhenWaitIsOver } from './plan-again-when-wait-is-over.js';
import { type Passages, PassageTable, passagesToken } from './policy-search/passage-table.js';
import { policySearch } from './policy-search/policy-search.js';
import { Investigation, investigationToken } from './step/investigation.js';
import type { Served } from './step/served.js';
import { SupersedeWhenChangeDrafted } from './supersede-when-change-drafted.js';
import { TakeNextStepWhenCaseRouted } from './take-next-step-when-case-routed.js';
import { TakeNextStepWhenMoreIsAsked } from './take-next-step-when-more-is-asked.js';
import { TakeNextStepWhenToolAnswered } from './take-next-step-when-tool-answered.js';
import { ToolGateway } from './tool-gateway/tool-gateway.js';

class RefundSpecialistModule {}

function refundSpecialistModule(wiring: Wiring<RefundSpecialistConfig>): DynamicModule {
  const { config, ports, cases, proposals, databaseUrl } = wiring;
  const rules = capabilities.all.map((capability) => capability.rules);
  return {
    module: RefundSpecialistModule,
    imports: [wiringModule(wiring)],
    controllers: [
      TakeNextStepWhenCaseRouted,
      TakeNextStepWhenToolAnswered,
      TakeNextStepWhenMoreIsAsked,
      LookAgainWhenWaitIsOver,
      PlanAgainWhenWaitIsOver,
      SupersedeWhenChangeDrafted,
    ],
    providers: [
      { provide: plannerToken, useFactory: () => plannerOf(config.planner, rules, ports) },
      // Known to the frame, so that its connections are closed with the service, and another index can take its place.
      { provide: passagesToken, useFactory: () => new PassageTable(databaseUrl) },
      {
        provide: investigationToken,
        inject: [plannerToken, passagesToken],
        useFactory: (planner: Planner, passages: Passages) => {
          const reads = new Map([['refunds', readsOf(wiring, passages)]]);
          const served = servedBy(wiring, reads);
          const waits = {
            lookAgainAfterMs: config.lookAgain.afterMs,
            planAgainAfterMs: config.planAgain.afterMs,
          };
          return new Investigation({ planner, served, ...waits, cases, proposals, world: ports });
        },
      },
    ],
  };
}

function servedBy(
  { config, ports: { clock } }: Wiring<RefundSpecialistConfig>,
  readsByName: ReadonlyMap<string, CapabilityReads>,
): Served {
  return (name) => {
    const capability = config.capabilities.includes(name) ? capabilities.byName(name) : undefined;
    const reads = readsByName.get(name);
    if (capability === undefined || reads === undefined) return undefined;
    return { capability, gateway: new ToolGateway({ capability, reads, clock, ...config.tools }) };
  };
}

function readsOf({ config, ports }: Wiring<RefundSpecialistConfig>, passages: Passages) {
  const to = connections(ports, config.reads.timeoutMs);
  const documents = createDocumentsReader(to(config.documents));
  const { freshForMs } = config.policyIndex;
  return refundReads({
    orders: createOrdersReader(to(config.orders)),
    payments: noPayments,
    policySearch: policySearch({ documents, passages, clock: ports.clock, freshForMs }),
  });
}

/** The model lives here, so not even a key that reads payments does. Drafting needs the order alone. */
const noPayments: PaymentsReader = {
  charge: async () => ({ outcome: 'no_answer', code: 'not_authorized' }),
  findRefund: async () => ({ outcome: 'unknown', code: 'not_authorized' }),
  refundsCreated: async () => ({ outcome: 'no_answer', code: 'not_authorized' }),
};

/** Investigates what a case was routed to, for every capability, and drafts exact actions. It can carry out none. */
export const definition: ServiceDefinition<RefundSpecialistConfig> = {
  service: 'refund_specialist',
  readConfig,
  module: refundSpecialistModule,
};
