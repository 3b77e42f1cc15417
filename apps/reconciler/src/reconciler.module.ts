import { refundReads } from '@countersign/capabilities/refunds/reads';
import { createOrdersReader } from '@countersign/connectors/orders/read';
import { createPaymentsReader } from '@countersign/connectors/payments/read';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import type { DynamicModule } from '@nestjs/common';
import { type ReconcilerConfig, readConfig } from './config.js';
import { Looking, lookingToken, type Target } from './look/looking.js';
import { LookAgainWhenLookCameDue } from './look-again-when-look-came-due.js';
import { LookUpOutcomeWhenOutcomeUnknown } from './look-up-outcome-when-outcome-unknown.js';
import { RequestReviewWhenRetriesExhausted } from './request-review-when-retries-exhausted.js';
import { RequestReviewWhenTargetRefused } from './request-review-when-target-refused.js';
import { VerifyEffectWhenExecutionSucceeded } from './verify-effect-when-execution-succeeded.js';
import { VerifyWhenOperatorRecorded } from './verify-when-operator-recorded.js';

class ReconcilerModule {}

function reconcilerModule(wiring: Wiring<ReconcilerConfig>): DynamicModule {
  const { config, ports, proposals, logger } = wiring;
  const looking = new Looking({
    proposals,
    ports,
    logger,
    targets: new Map([['refunds', refundTarget(wiring)]]),
    limits: config.looks,
    settleWindowMs: config.settleWindowMs,
  });
  return {
    module: ReconcilerModule,
    imports: [wiringModule(wiring)],
    controllers: [
      VerifyEffectWhenExecutionSucceeded,
      LookUpOutcomeWhenOutcomeUnknown,
      LookAgainWhenLookCameDue,
      RequestReviewWhenRetriesExhausted,
      RequestReviewWhenTargetRefused,
      VerifyWhenOperatorRecorded,
    ],
    providers: [{ provide: lookingToken, useValue: looking }],
  };
}

/** Read connectors alone: nothing in this service can change anything outside. */
function refundTarget({ config, ports }: Wiring<ReconcilerConfig>): Target {
  const reading = {
    fetch: ports.network.fetch,
    timeoutMs: config.readTimeoutMs,
    now: () => ports.clock.nowMs(),
    random: () => ports.randomness.fraction(),
  };
  const { orders, payments, settleWindowMs } = config;
  return {
    system: 'payments',
    reads: refundReads({
      orders: createOrdersReader({ ...reading, baseUrl: orders.url, key: orders.key }),
      payments: createPaymentsReader({
        ...reading,
        settleWindowMs,
        baseUrl: payments.url,
        key: payments.readKey,
      }),
    }),
  };
}

/** Reads effects back, settles what nobody knows, and asks a person when it cannot. */
export const definition: ServiceDefinition<ReconcilerConfig> = {
  service: 'reconciler',
  readConfig,
  module: reconcilerModule,
};
