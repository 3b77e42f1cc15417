import { openReads } from '@countersign/capabilities/reads';
import { connections } from '@countersign/connectors';
import { proposalStream } from '@countersign/contracts';
import { createApprovalSigner, createTokenVerifier } from '@countersign/identity';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import type { DynamicModule, Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { type CardLooks, cardLooksToken, wordsOf } from './card/card-looks.js';
import { lookThrough } from './card/record-look.js';
import { Sights } from './card/sight.js';
import { type ApprovalServiceConfig, readConfig, signingKeyOf } from './config.js';
import { Decisions } from './decision/decisions.js';
import { Refusals } from './decision/refusals.js';
import { ApprovalsController } from './http/approvals.controller.js';
import { DecideProposalHandler } from './http/decide-proposal.js';
import { Door } from './http/door.js';
import { ListApprovalsHandler } from './http/list-approvals.js';
import { MeController } from './http/me.controller.js';
import { ProposalsController } from './http/proposals.controller.js';
import { ShowCardHandler } from './http/show-card.js';
import { waitingProjection } from './queue/waiting-projection.js';
import { WaitingProposals } from './queue/waiting-proposals.js';
import { RecordDecisionWhenDecisionPublished } from './record-decision-when-decision-published.js';
import { RemindEscalateOrExpireWhenDeadlineCame } from './remind-escalate-or-expire-when-deadline-came.js';
import { RequestApprovalWhenPolicyAskedForIt } from './request-approval-when-policy-asked-for-it.js';

class ApprovalServiceModule {}

function approvalServiceModule(wiring: Wiring<ApprovalServiceConfig>): DynamicModule {
  return {
    module: ApprovalServiceModule,
    imports: [wiringModule(wiring), CqrsModule.forRoot()],
    controllers: [
      RequestApprovalWhenPolicyAskedForIt,
      RemindEscalateOrExpireWhenDeadlineCame,
      RecordDecisionWhenDecisionPublished,
      MeController,
      ApprovalsController,
      ProposalsController,
    ],
    providers: [DecideProposalHandler, ShowCardHandler, ListApprovalsHandler, ...parts(wiring)],
  };
}

function parts(wiring: Wiring<ApprovalServiceConfig>): Provider[] {
  const { config, ports, proposals, store, logger } = wiring;
  const key = signingKeyOf(config.signing.privateKey);
  const { issuer, audience, jwksUrl } = config.identity;
  const { fetch } = ports.network;
  const tokens = createTokenVerifier({ issuer, audience, jwksUrl, fetch, now: () => ports.clock.nowMs() });
  const sights = new Sights(key);
  const waiting = new WaitingProposals(wiring.readModels);
  const look = lookThrough(readSides(wiring), {
    now: () => ports.clock.now(),
    onBroken: (cause) => logger.error('card.look_broken', {}, cause),
  });
  const refusals = new Refusals({ proposals, store, tenantOf: (id) => store.tenantOf(proposalStream(id)) });
  const signer = createApprovalSigner(key);
  const looks: CardLooks = { look, wordsOf };
  return [
    { provide: Door, useValue: new Door(tokens, store) },
    { provide: Sights, useValue: sights },
    { provide: WaitingProposals, useValue: waiting },
    { provide: cardLooksToken, useValue: looks },
    {
      provide: Decisions,
      useValue: new Decisions({ proposals, store, tokens, sights, signer, look, refusals }),
    },
  ];
}

/** The read side of each capability; nothing that could act on the outside is reachable from here. */
function readSides({ config, ports }: Wiring<ApprovalServiceConfig>) {
  return openReads(config.outside, connections(ports, config.reads.timeoutMs));
}

/** Asks for approvals, shows cards, records and signs decisions, passes them on, and lets what nobody decided expire. */
export const definition: ServiceDefinition<ApprovalServiceConfig> = {
  service: 'approval_service',
  readConfig,
  module: approvalServiceModule,
  readModels: [waitingProjection],
  http: { portOf: (config) => config.http.port, title: 'Countersign approvals' },
};
