import { capabilities } from '@countersign/capabilities';
import { openEffects } from '@countersign/capabilities/effects';
import { openReads } from '@countersign/capabilities/reads';
import { connections } from '@countersign/connectors';
import { lastArrivalMs, sendWithinMs } from '@countersign/domain';
import { createApprovalVerifier, createHttpDirectory } from '@countersign/identity';
import { reportToken, type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import { loadPolicySet, policyEngine } from '@countersign/policy';
import type { DynamicModule } from '@nestjs/common';
import { type ExecutorConfig, readConfig } from './config.js';
import { ExecuteAgainWhenExecutionResumed } from './execute-again-when-execution-resumed.js';
import { ExecuteAgainWhenOperatorAsked } from './execute-again-when-operator-asked.js';
import { ExecuteAgainWhenProvenAbsent } from './execute-again-when-proven-absent.js';
import { ExecuteAgainWhenRetryCameDue } from './execute-again-when-retry-came-due.js';
import { ExecuteWhenApprovalGranted } from './execute-when-approval-granted.js';
import { ExecuteWhenPolicyAllowed } from './execute-when-policy-allowed.js';
import { Execution, executionToken } from './execution/execution.js';
import { ownEffect } from './execution/own-effect.js';
import { revalidate } from './execution/revalidate.js';
import { PutInQuestionWhenTargetReported } from './put-in-question-when-target-reported.js';
import { RecordUnknownWhenWorkerFellSilent } from './record-unknown-when-worker-fell-silent.js';
import { ResumeWhatWaitsWhenReleased, resumingToken } from './resume-what-waits-when-released.js';
import { Targets } from './targets/targets.js';

class ExecutorModule {}

async function executorModule(wiring: Wiring<ExecutorConfig>): Promise<DynamicModule> {
  const { config, ports, store, proposals, worker } = wiring;
  const { timeoutMs, settleWindowMs } = config.calls;
  const { circuit, turns } = config;
  const nowMs = () => ports.clock.nowMs();
  const targets = new Targets({ ports, logger: wiring.logger, circuit, turns });
  const engine = policyEngine(await loadPolicySet(config.policies.folder, capabilities.all));
  const { reads, effects, directory } = outside(wiring);
  const execution = new Execution({
    proposals,
    store,
    ports,
    worker,
    verifier: createApprovalVerifier(config.approvals.publicKeys),
    retries: config.retries,
    targets,
    targetOf: (action) => capabilities.targetOf(action),
    sendWithinMs: sendWithinMs(timeoutMs),
    silenceMs: lastArrivalMs(timeoutMs) + 5_000,
    settleWindowMs,
    ownEffect: (proposal, about) => ownEffect(reads, proposal, { ...about, settleWindowMs, nowMs }),
    revalidate: (proposal, filled) => revalidate({ reads, engine, store, proposals }, proposal, filled),
    effects,
    directory,
  });
  return {
    module: ExecutorModule,
    imports: [wiringModule(wiring)],
    controllers: [
      ExecuteWhenPolicyAllowed,
      ExecuteWhenApprovalGranted,
      ExecuteAgainWhenRetryCameDue,
      ExecuteAgainWhenProvenAbsent,
      ExecuteAgainWhenOperatorAsked,
      ExecuteAgainWhenExecutionResumed,
      ResumeWhatWaitsWhenReleased,
      RecordUnknownWhenWorkerFellSilent,
      PutInQuestionWhenTargetReported,
    ],
    providers: [
      { provide: executionToken, useValue: execution },
      { provide: reportToken, useValue: () => ({ targets: targets.standing }) },
      { provide: resumingToken, useValue: { store, proposals, ports } },
    ],
  };
}

/** The one place in the product where a credential that changes anything outside is handed over. */
function outside({ config, ports }: Wiring<ExecutorConfig>) {
  const { directory, calls } = config;
  const reading = connections(ports, calls.readTimeoutMs);
  return {
    reads: openReads(config.outside.reads, reading, { settleWindowMs: calls.settleWindowMs }),
    effects: openEffects(config.outside.effects, connections(ports, calls.timeoutMs)),
    directory: createHttpDirectory({ ...reading(directory), timeoutMs: calls.readTimeoutMs }),
  };
}

/** The only holder of credentials: revalidates, executes once, and says which of four things came of it. */
export const definition: ServiceDefinition<ExecutorConfig> = {
  service: 'executor',
  readConfig,
  module: executorModule,
};
