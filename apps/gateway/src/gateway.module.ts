import { openReads, type ReadSides } from '@countersign/capabilities/reads';
import { connections } from '@countersign/connectors';
import { createTokenVerifier } from '@countersign/identity';
import { type ServiceDefinition, type Wiring, wiringModule } from '@countersign/messaging';
import type { DynamicModule, Provider } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { type GatewayConfig, readConfig } from './config.js';
import { rateLimits } from './http/access/rate-limits.js';
import { tenantsToken, verifierToken } from './http/access/signed-in.js';
import { rateLimitsToken } from './http/access/within-rate.js';
import { ConversationsController } from './http/conversations/conversations.controller.js';
import { ReadConversationHandler } from './http/conversations/read-conversation.js';
import { Replies } from './http/conversations/replies.js';
import { EventStreams, streamsConfigToken } from './http/live/event-streams.js';
import { MessagesController } from './http/messages/messages.controller.js';
import { SendMessageHandler } from './http/messages/send-message.js';
import { ProposalsController } from './http/proposals/proposals.controller.js';
import { ProposeActionHandler, readsToken } from './http/proposals/propose-action.js';
import { ReadProposalHandler } from './http/proposals/read-proposal.js';
import { StateChanges } from './http/proposals/state-changes.js';

class GatewayModule {}

function gatewayModule(wiring: Wiring<GatewayConfig>): DynamicModule {
  return {
    module: GatewayModule,
    imports: [wiringModule(wiring), CqrsModule.forRoot()],
    controllers: [MessagesController, ConversationsController, ProposalsController],
    providers: [
      ...given(wiring),
      SendMessageHandler,
      ReadConversationHandler,
      Replies,
      ProposeActionHandler,
      ReadProposalHandler,
      StateChanges,
      EventStreams,
    ],
  };
}

function given(wiring: Wiring<GatewayConfig>): Provider[] {
  const { config, ports } = wiring;
  const now = () => ports.clock.nowMs();
  const verifier = createTokenVerifier({ ...config.identity, fetch: ports.network.fetch, now });
  return [
    { provide: verifierToken, useValue: verifier },
    { provide: tenantsToken, useValue: config.tenants },
    { provide: rateLimitsToken, useValue: rateLimits(config.limits) },
    { provide: streamsConfigToken, useValue: config.streams },
    { provide: readsToken, useValue: readsOf(wiring) },
  ];
}

/** The read side alone: nothing that is asked for here can change anything outside. */
function readsOf({ config, ports }: Wiring<GatewayConfig>): ReadSides {
  return openReads(config.outside, connections(ports, config.reads.timeoutMs));
}

/** The authenticated front door: what customers say and what agents propose, and what became of both. */
export const definition: ServiceDefinition<GatewayConfig> = {
  service: 'gateway',
  readConfig,
  module: gatewayModule,
  http: { portOf: (config) => config.http.port, title: 'Countersign' },
};
