import { capabilities, ToolGateway } from '@countersign/capabilities';
import { openReads } from '@countersign/capabilities/reads';
import { connections } from '@countersign/connectors';
import { createDocumentsReader } from '@countersign/connectors/documents/read';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import { type Planner, plannerOf } from '@countersign/planning';
import { plannerToken } from '@countersign/planning/view';
import type { DynamicModule } from '@nestjs/common';
import { type RefundSpecialistConfig, readConfig } from './config.js';
import { DraftAnewWhenApprovalWasStale } from './draft-anew-when-approval-was-stale.js';
import { DraftStepsWhenProposalCompleted } from './draft-steps-when-proposal-completed.js';
import { LookAgainWhenWaitIsOver } from './look-again-when-wait-is-over.js';
import { PlanAgainWhenWaitIsOver } from './plan-again-when-wait-is-over.js';
import { type Passages, PassageTable, passagesToken } from './policy-search/passage-table.js';
import { policySearch } from './policy-search/policy-search.js';
import { Investigation, investigationToken } from './step/investigation.js';
import { type Served, servedToken } from './step/served.js';
import { SupersedeWhenChangeDrafted } from './supersede-when-change-drafted.js';
import { SupersedeWhenNothingIsInDoubt } from './supersede-when-nothing-is-in-doubt.js';
import { TakeNextStepWhenCaseRouted } from './take-next-step-when-case-routed.js';
import { TakeNextStepWhenMoreIsAsked } from './take-next-step-when-more-is-asked.js';
import { TakeNextStepWhenToolAnswered } from './take-next-step-when-tool-answered.js';

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
      SupersedeWhenNothingIsInDoubt,
      DraftStepsWhenProposalCompleted,
      DraftAnewWhenApprovalWasStale,
    ],
    providers: [
      { provide: plannerToken, useFactory: () => plannerOf(config.planner, rules, ports) },
      // Known to the frame, so that its connections are closed with the service, and another index can take its place.
      { provide: passagesToken, useFactory: () => new PassageTable(databaseUrl) },
      {
        provide: servedToken,
        inject: [passagesToken],
        useFactory: (passages: Passages) => servedBy(wiring, passages),
      },
      {
        provide: investigationToken,
        inject: [plannerToken, servedToken],
        useFactory: (planner: Planner, served: Served) => {
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

/** Each capability with the one way to its records. What it does not need for drafting, it cannot reach from here. */
function servedBy({ config, ports }: Wiring<RefundSpecialistConfig>, passages: Passages): Served {
  const { clock } = ports;
  const to = connections(ports, config.reads.timeoutMs);
  const documents = createDocumentsReader(to(config.documents));
  const search = policySearch({ documents, passages, clock, freshForMs: config.policyIndex.freshForMs });
  const sides = openReads(config.outside, to, { policySearch: search });
  return (name) => {
    const capability = config.capabilities.includes(name) ? capabilities.byName(name) : undefined;
    const reads = sides.byName(name);
    if (capability === undefined || reads === undefined) return undefined;
    return { capability, gateway: new ToolGateway({ capability, reads, clock, ...config.tools }) };
  };
}

/** Investigates what a case was routed to, for every capability, and drafts exact actions. It can carry out none. */
export const definition: ServiceDefinition<RefundSpecialistConfig> = {
  service: 'refund_specialist',
  readConfig,
  module: refundSpecialistModule,
};
