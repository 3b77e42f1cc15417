import { refundReads } from '@countersign/capabilities/refunds/reads';
import { connections } from '@countersign/connectors';
import { createDocumentsReader } from '@countersign/connectors/documents/read';
import { createOrdersReader } from '@countersign/connectors/orders/read';
import type { PaymentsReader } from '@countersign/connectors/payments/read';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import { RulesPlanner } from '@countersign/planning';
import { plannerToken } from '@countersign/planning/view';
import type { DynamicModule } from '@nestjs/common';
import { type RefundSpecialistConfig, readConfig } from './config.js';
import { LookAgainWhenWaitIsOver } from './look-again-when-wait-is-over.js';
import { type Passages, PassageTable, passagesToken } from './policy-search/passage-table.js';
import { policySearch } from './policy-search/policy-search.js';
import { Investigation, investigationToken } from './step/investigation.js';
import { SupersedeWhenChangeDrafted } from './supersede-when-change-drafted.js';
import { TakeNextStepWhenCaseRouted } from './take-next-step-when-case-routed.js';
import { TakeNextStepWhenToolAnswered } from './take-next-step-when-tool-answered.js';

class RefundSpecialistModule {}

function refundSpecialistModule(wiring: Wiring<RefundSpecialistConfig>): DynamicModule {
  const { config, ports, cases, proposals, databaseUrl } = wiring;
  const lookAgainAfterMs = config.lookAgain.afterMs;
  return {
    module: RefundSpecialistModule,
    imports: [wiringModule(wiring)],
    controllers: [
      TakeNextStepWhenCaseRouted,
      TakeNextStepWhenToolAnswered,
      LookAgainWhenWaitIsOver,
      SupersedeWhenChangeDrafted,
    ],
    providers: [
      { provide: plannerToken, useValue: new RulesPlanner() },
      // Known to the frame, so that its connections are closed with the service, and another index can take its place.
      { provide: passagesToken, useFactory: () => new PassageTable(databaseUrl) },
      {
        provide: investigationToken,
        inject: [plannerToken, passagesToken],
        useFactory: (planner: RulesPlanner, passages: Passages) => {
          const reads = readsOf(wiring, passages);
          return new Investigation({ planner, reads, lookAgainAfterMs, cases, proposals, world: ports });
        },
      },
    ],
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

/** Finds out whether an order may be refunded, and drafts one exact refund of it. It can carry out nothing. */
export const definition: ServiceDefinition<RefundSpecialistConfig> = {
  service: 'refund_specialist',
  readConfig,
  module: refundSpecialistModule,
};
