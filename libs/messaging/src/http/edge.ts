import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestMicroservice } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nestLogger } from '../host/nest-logger.js';
import type { Transport } from '../host/open-bus.js';
import { OriginalErrors } from '../host/original-errors.js';
import type { Readiness } from '../host/readiness.js';
import type { HttpEdge, Wiring } from '../wiring/wiring.js';
import { openDocumentation } from './documentation.js';
import { unstorable } from './problem.js';
import { ProblemsFilter, sendProblem } from './problems-filter.js';
import { unstorableIn } from './unstorable.js';
import { validation } from './validation.js';

export interface EdgeOptions {
  readonly http: HttpEdge<unknown>;
  readonly transport: Transport;
  readonly wiring: Wiring<unknown>;
  readonly host: string;
  readiness(): Promise<Readiness>;
}

const bodyBytesMax = 1_048_576;

/**
 * A service that people or programs talk to: Nest over Fastify, with the transport beside it. Whatever is sent
 * is answered with what was asked for or with a problem document.
 */
export async function openHttpEdge(
  root: DynamicModule,
  options: EdgeOptions,
): Promise<{ app: NestFastifyApplication; url: string }> {
  const { http, transport, wiring, host } = options;
  const { logger } = wiring;
  const app = await NestFactory.create<NestFastifyApplication>(root, adapterOf(wiring), {
    logger: nestLogger(logger),
    abortOnError: false,
    rawBody: http.rawBody === true,
  });
  if (http.prefix !== undefined) app.setGlobalPrefix(http.prefix);
  app.useGlobalFilters(new ProblemsFilter(logger));
  app.useGlobalPipes(validation());
  connect(app, transport);
  openProbes(app, options.readiness);
  openDocumentation(app, http.title);
  // Start-up hooks run before the first rule hears anything.
  await app.init();
  await app.startAllMicroservices();
  await app.listen(http.portOf(wiring.config), host);
  return { app, url: urlOf(app) };
}

/**
 * Rules get filters of their own, and none of the edge's guards and pipes. Nest builds its handlers on connecting,
 * too early for a filter, unless that is deferred; the application then still runs the start-up hooks once.
 */
function connect(app: NestFastifyApplication, transport: Transport): void {
  const options = { strategy: transport };
  const microservice = app.connectMicroservice(options, { deferInitialization: true }) as NestMicroservice;
  microservice.setIsInitHookCalled(true);
  microservice.useGlobalFilters(new OriginalErrors());
}

function adapterOf({ ports, logger }: Wiring<unknown>): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: bodyBytesMax,
    genReqId: () => ports.randomness.uuid(),
    // Streams of events would otherwise keep a stopping process alive.
    forceCloseConnections: true,
    trustProxy: false,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, request, reply, logger),
  });
  adapter.getInstance().addHook('preValidation', (request, _reply, done) => {
    const fault = unstorableIn(request);
    done(fault === undefined ? undefined : unstorable(fault));
  });
  return adapter;
}

/** Outside the prefix, without sign-in: for whoever keeps the process running. */
function openProbes(app: NestFastifyApplication, readiness: () => Promise<Readiness>): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/livez', (_request, reply) => reply.send({ status: 'alive' }));
  fastify.get('/readyz', async (_request, reply) => {
    const found = await readiness();
    return reply.code(found.ready ? 200 : 503).send(found);
  });
}

function urlOf(app: NestFastifyApplication): string {
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') return '';
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host === '0.0.0.0' || host === '[::]' ? '127.0.0.1' : host}:${address.port}`;
}
