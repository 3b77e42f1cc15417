import { capabilities } from '@countersign/capabilities';
import { openReads } from '@countersign/capabilities/reads';
import { reportSides } from '@countersign/capabilities/reports';
import { connections } from '@countersign/connectors';
import { createTokenVerifier, type TokenVerifier } from '@countersign/identity';
import {
  comparisonStreams,
  differenceStreams,
  type ServiceDefinition,
  stopStreams,
  type Wiring,
  wiringModule,
} from '@countersign/messaging';
import type { DynamicModule, FactoryProvider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BeginComparingWhenExecutionStarted } from './begin-comparing-when-execution-started.js';
import { CompareLedgerWhenComparisonCameDue } from './compare-ledger-when-comparison-came-due.js';
import { comparedTargets } from './comparison/compared-targets.js';
import { Comparing, comparingToken } from './comparison/comparing.js';
import { differencesProjection } from './comparison/difference-row.js';
import { Differences, differencesToken } from './comparison/differences.js';
import { claimsProjection } from './comparison/our-claim.js';
import { type ReconcilerConfig, readConfig } from './config.js';
import { comparisonHandlers } from './http/comparison-commands.js';
import { ComparisonsController } from './http/comparisons.controller.js';
import { DifferencesController } from './http/differences.controller.js';
import { ParkedController } from './http/parked.controller.js';
import { ListParkedHandler, RetryParkedHandler } from './http/parked-questions.js';
import { RecoveryController } from './http/recovery.controller.js';
import {
  AddNoteHandler,
  LookNowHandler,
  ProposeResolutionHandler,
  SignResolutionHandler,
} from './http/recovery-commands.js';
import { ListRecoveryHandler, ShowRecoveryItemHandler } from './http/recovery-queries.js';
import { ReportsController } from './http/reports.controller.js';
import { SignedIn, tokensToken } from './http/signed-in.js';
import { stopHandlers } from './http/stop-commands.js';
import { StopsController } from './http/stops.controller.js';
import { Looking, lateFactsMatter, lookingToken, type Target } from './look/looking.js';
import { LookAgainWhenLateLookCameDue } from './look-again-when-late-look-came-due.js';
import { LookAgainWhenLookCameDue } from './look-again-when-look-came-due.js';
import { LookAgainWhenResultCameLate } from './look-again-when-result-came-late.js';
import { LookAgainWhenTargetReported } from './look-again-when-target-reported.js';
import { LookUpOutcomeWhenOutcomeUnknown } from './look-up-outcome-when-outcome-unknown.js';
import { ParkedDesk, parkedToken } from './parked/parked-desk.js';
import { Recovery, recoveryToken } from './recovery/recovery.js';
import { recoveryProjection } from './recovery/recovery-row.js';
import { ReportItems } from './reports/report-items.js';
import { Reports, reportsToken } from './reports/reports.js';
import { UnplacedReports, unplacedReportsToken } from './reports/unplaced-reports.js';
import { RequestReviewWhenRetriesExhausted } from './request-review-when-retries-exhausted.js';
import { RequestReviewWhenTargetRefused } from './request-review-when-target-refused.js';
import { StopDesk, stopsToken } from './stops/stop-desk.js';
import { VerifyEffectWhenExecutionSucceeded } from './verify-effect-when-execution-succeeded.js';
import { VerifyWhenOperatorRecorded } from './verify-when-operator-recorded.js';

class ReconcilerModule {}

function reconcilerModule(wiring: Wiring<ReconcilerConfig>): DynamicModule {
  const { config, databaseUrl, ports, proposals, logger } = wiring;
  const targets = targetsOf(wiring);
  const looking = new Looking({
    proposals,
    ports,
    logger,
    targets,
    limits: config.looks,
    lookUps: config.lookUps,
  });
  const recovery = new Recovery({ proposals, ports, looking, limits: config.looks });
  return {
    module: ReconcilerModule,
    imports: [wiringModule(wiring), CqrsModule.forRoot()],
    controllers: [
      VerifyEffectWhenExecutionSucceeded,
      LookUpOutcomeWhenOutcomeUnknown,
      LookAgainWhenLookCameDue,
      LookAgainWhenLateLookCameDue,
      LookAgainWhenTargetReported,
      LookAgainWhenResultCameLate,
      RequestReviewWhenRetriesExhausted,
      RequestReviewWhenTargetRefused,
      VerifyWhenOperatorRecorded,
      BeginComparingWhenExecutionStarted,
      CompareLedgerWhenComparisonCameDue,
      RecoveryController,
      ParkedController,
      DifferencesController,
      ComparisonsController,
      StopsController,
      ReportsController,
    ],
    providers: [
      { provide: lookingToken, useValue: looking },
      { provide: recoveryToken, useValue: recovery },
      { provide: tokensToken, useValue: tokensOf(wiring) },
      {
        provide: parkedToken,
        useValue: new ParkedDesk({ databaseUrl, readerUrl: config.parked.readerUrl }),
      },
      // Known to the frame, so that its connections are closed with the service, and another table can take its place.
      { provide: unplacedReportsToken, useFactory: () => new UnplacedReports(databaseUrl) },
      {
        provide: comparisonToken,
        inject: [unplacedReportsToken],
        useFactory: (unplaced: UnplacedReports) => comparingOf(wiring, { targets, looking, unplaced }),
      },
      ofComparison(reportsToken, ({ items }) => reportsOf(wiring, items)),
      ofComparison(comparingToken, ({ comparing }) => comparing),
      ofComparison(differencesToken, ({ differences }) => differences),
      SignedIn,
      ...comparisonHandlers,
      { provide: stopsToken, useValue: stopDeskOf(wiring) },
      ...stopHandlers,
      LookNowHandler,
      AddNoteHandler,
      ProposeResolutionHandler,
      SignResolutionHandler,
      ListRecoveryHandler,
      ShowRecoveryItemHandler,
      ListParkedHandler,
      RetryParkedHandler,
    ],
  };
}

function reportsOf(
  { config, ports, proposals, store, logger }: Wiring<ReconcilerConfig>,
  unplaced: ReportItems,
): Reports {
  const { secrets } = config.webhooks;
  return new Reports({ proposals, store, unplaced, ports, logger, sides: reportSides, secrets });
}

const comparisonToken = 'reconciler:comparison';

/** One part of what comparing is made of. */
function ofComparison<Part>(
  provide: string,
  useFactory: (comparison: ReturnType<typeof comparingOf>) => Part,
): FactoryProvider<Part> {
  return { provide, inject: [comparisonToken], useFactory };
}

/** Comparing whole ledgers, on its timer and by hand, and what people may do with a difference. */
function comparingOf(
  { config, ports, proposals, logger, store, readModels: models }: Wiring<ReconcilerConfig>,
  {
    targets,
    looking,
    unplaced,
  }: { targets: ReadonlyMap<string, Target>; looking: Looking; unplaced: UnplacedReports },
) {
  const streams = differenceStreams({ store, ports });
  const items = new ReportItems({ differences: streams, unplaced, now: () => ports.clock.now() });
  const comparing = new Comparing({
    reports: items,
    ...{ proposals, models, ports, logger, limits: config.comparison, differences: streams },
    comparisons: comparisonStreams({ store, ports }),
    targets: comparedTargets(targets, config.capabilities),
    suspected: (cause, of) => looking.look({ cause, ...of, rule: 'look-at-difference' }, lateFactsMatter),
  });
  return { items, comparing, differences: new Differences({ streams, ports, comparing }) };
}

function stopDeskOf({ config, ports, proposals, store }: Wiring<ReconcilerConfig>): StopDesk {
  const { waitMaxMs } = config.stops;
  return new StopDesk({ store, stops: stopStreams(store, ports), proposals, ports, waitMaxMs });
}

function tokensOf({ config, ports }: Wiring<ReconcilerConfig>): TokenVerifier {
  return createTokenVerifier({
    ...config.identity,
    fetch: ports.network.fetch,
    now: () => ports.clock.nowMs(),
  });
}

/** Read connectors alone: nothing in this service can change anything outside. */
function targetsOf({ config, ports }: Wiring<ReconcilerConfig>): ReadonlyMap<string, Target> {
  const { settleWindowMs } = config.looks;
  const to = connections(ports, config.readTimeoutMs);
  const sides = openReads(config.outside, to, { settleWindowMs });
  return new Map(
    capabilities.all.flatMap(({ name }) => {
      const reads = sides.byName(name);
      return reads === undefined ? [] : [[name, { reads }] as const];
    }),
  );
}

/** Reads effects back, settles what nobody knows, and asks a person when it cannot. */
export const definition: ServiceDefinition<ReconcilerConfig> = {
  service: 'reconciler',
  readConfig,
  module: reconcilerModule,
  http: { portOf: ({ http }) => http.port, title: 'Countersign recovery', prefix: 'v1', rawBody: true },
  readModels: [recoveryProjection, claimsProjection, differencesProjection],
};
