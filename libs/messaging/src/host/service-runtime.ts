import type { Ports, Service } from '@countersign/contracts';
import { PostgresEventStore, ReadModels, type Sealing } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import type { DynamicModule, INestApplicationContext } from '@nestjs/common';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import type { LiveEvents } from '../live/live-events.js';
import type { ProcessFeed } from '../postgres/process-feed.js';
import { caseStreams, proposalStreams, type StreamCaches } from '../streams/categories.js';
import { type Report, reportToken } from '../wiring/tokens.js';
import type { ServiceDefinition, Wiring } from '../wiring/wiring.js';
import { wiringModule } from '../wiring/wiring-module.js';
import { nestLogger } from './nest-logger.js';
import type { OpenBus, Transport } from './open-bus.js';
import { OriginalErrors } from './original-errors.js';
import type { Readiness } from './readiness.js';

/** What the services of a process are given in common. */
export interface Process {
  readonly feed: ProcessFeed;
  readonly bus: OpenBus;
  readonly caches: StreamCaches;
  readonly live: LiveEvents;
  readonly ports: Ports;
  readonly logger: Log;
  readonly shutdown: AbortSignal;
  readonly processName: string;
  readonly sealing: Sealing;
  /** The address HTTP edges listen on. */
  readonly httpHost: string;
  readiness(): Promise<Readiness>;
}

/** A service as it runs in this process. */
export interface Running {
  readonly service: Service;
  readonly transport: Transport;
  readonly url: string | undefined;
  readonly report: Report | undefined;
  stop(): Promise<void>;
}

class Root {}

/** Starts one service: its store, its module, its transport and, if it has one, its HTTP edge. */
export async function startService(
  definition: ServiceDefinition,
  config: unknown,
  given: Process & { readonly databaseUrl: string },
): Promise<Running> {
  const { feed, ports } = given;
  const { service } = definition;
  const logger = given.logger.with({ role: service });
  const store = new PostgresEventStore({
    url: given.databaseUrl,
    applicationName: `countersign ${service}`,
    onAppended: (transactionId) => feed.events.ring(transactionId),
    onConnectionLost: () => logger.debug('store.connection_lost'),
    codec: given.sealing.events,
  });
  const wiring: Wiring<unknown> = {
    config,
    ports,
    store,
    databaseUrl: given.databaseUrl,
    proposals: proposalStreams({ store, ports, caches: given.caches }),
    cases: caseStreams({ store, ports, caches: given.caches }),
    readModels: new ReadModels(store),
    logger,
    shutdown: given.shutdown,
    live: given.live,
    worker: `${given.processName}/${service}`,
    ingress: given.bus.ingress({ service, store }),
  };
  const transport = given.bus.transport({ service, logger });
  const module = await definition.module(wiring);
  const root: DynamicModule = { module: Root, imports: [wiringModule(wiring), module] };
  const running = await openService(definition, { ...given, root, transport, wiring });
  return {
    service,
    transport,
    url: running.url,
    report: reportOf(running.app),
    stop: async () => {
      await running.app.close();
      await store.close();
    },
  };
}

interface Opening extends Pick<Process, 'httpHost' | 'readiness'> {
  readonly root: DynamicModule;
  readonly transport: Transport;
  readonly wiring: Wiring<unknown>;
}

async function openService(
  { http }: ServiceDefinition,
  { root, transport, wiring, httpHost, readiness }: Opening,
): Promise<{ app: INestApplicationContext; url: string | undefined }> {
  if (http !== undefined) {
    // Loaded only where there is an edge: most services have none.
    const { openHttpEdge } = await import('../http/edge.js');
    return openHttpEdge(root, { http, transport, wiring, host: httpHost, readiness });
  }
  const app = await NestFactory.createMicroservice(root, {
    strategy: transport,
    logger: nestLogger(wiring.logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new OriginalErrors());
  await app.listen();
  return { app, url: undefined };
}

/**
 * Most services have nothing to say beside what every service has. Looked up in the modules, because asking the
 * application for what nobody provides is an error to Nest: it was logged at every start, caught or not.
 */
function reportOf(app: INestApplicationContext): Report | undefined {
  for (const { providers } of app.get(ModulesContainer).values()) {
    const found: unknown = providers.get(reportToken)?.instance;
    if (typeof found === 'function') return found as Report;
  }
  return undefined;
}
