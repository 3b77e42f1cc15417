import { capabilities } from '@countersign/capabilities';
import { openReads } from '@countersign/capabilities/reads';
import { connections } from '@countersign/connectors';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import { loadPolicySet, policyEngine } from '@countersign/policy';
import type { DynamicModule } from '@nestjs/common';
import { type PolicyGateConfig, readConfig } from './config.js';
import { DecidePolicyAgainWhenApprovalVoided } from './decide-policy-again-when-approval-voided.js';
import { DecidePolicyWhenProposalDrafted } from './decide-policy-when-proposal-drafted.js';
import { DecidePolicyWhenReplacedProposalEnded } from './decide-policy-when-replaced-proposal-ended.js';
import { Judge, judgeToken } from './judgement/judge-and-reserve.js';
import { ReleaseReservationWhenProposalEnded } from './release-reservation-when-proposal-ended.js';
import { ReleaseReservationWhenUndoCompleted } from './release-reservation-when-undo-completed.js';

class PolicyGateModule {}

async function policyGateModule(wiring: Wiring<PolicyGateConfig>): Promise<DynamicModule> {
  const { config, ports, store, proposals, cases } = wiring;
  const engine = policyEngine(await loadPolicySet(config.policies.folder, capabilities.all));
  const judge = new Judge(proposals, {
    engine,
    reads: openReads(config.outside, connections(ports, config.reads.timeoutMs)),
    store,
    cases,
    clock: ports.clock,
    patienceMs: config.unreadable.patienceMs,
  });
  return {
    module: PolicyGateModule,
    imports: [wiringModule(wiring)],
    controllers: [
      DecidePolicyWhenProposalDrafted,
      DecidePolicyAgainWhenApprovalVoided,
      DecidePolicyWhenReplacedProposalEnded,
      ReleaseReservationWhenProposalEnded,
      ReleaseReservationWhenUndoCompleted,
    ],
    providers: [{ provide: judgeToken, useValue: judge }],
  };
}

/** Deny, allow, or needs approval (and whose); and the one place where capacity is reserved and given back. */
export const definition: ServiceDefinition<PolicyGateConfig> = {
  service: 'policy_gate',
  readConfig,
  module: policyGateModule,
};
