import { systemPorts } from '@countersign/contracts';
import { createLogger, startTelemetry } from '@countersign/telemetry';
import { environment } from '../configuration/environment.js';
import type { Environment, ServiceDefinition } from '../wiring/wiring.js';
import { busIn } from './bus-in-environment.js';
import { openHealthServer } from './health-server.js';
import { type Host, type HostOptions, startHost } from './host.js';
import { keeperAmong, wrappingKeyIn } from './open-sealing.js';
import { startOrSayWhy } from './start-or-say-why.js';

/**
 * A service as a process of its own: what an app's `main.ts` calls. Reads `DATABASE_URL` (its own role) and
 * `READER_DATABASE_URL` (the role `countersign_reader`), and `SUBJECT_KEYS_WRAPPING_KEY` where the service has to do
 * with people's words; traces leave only where `OTEL_EXPORTER_OTLP_ENDPOINT` says. It hears from the database, or
 * with `BUS=kafka` from `KAFKA_BROKERS`. A service without an HTTP edge answers `/livez` and `/readyz` at `HEALTH_PORT`
 * where that is given and not 0. `LOG_LEVEL` is `info` unless it says otherwise. SIGTERM and SIGINT stop it in order.
 * What is wrong with the environment, and a port that is taken, end it with a sentence on stderr and exit code 1.
 */
export function serve<Config>(
  definition: ServiceDefinition<Config>,
  given: Pick<HostOptions, 'ports' | 'logger'> = {},
): Promise<Host> {
  return startOrSayWhy(definition.service.replaceAll('_', '-'), () => started(definition, given));
}

async function started<Config>(
  definition: ServiceDefinition<Config>,
  given: Pick<HostOptions, 'ports' | 'logger'>,
): Promise<Host> {
  const { databaseUrl, readerUrl, httpHost, otlpEndpoint, healthPort, level, bus } = programConfigIn(
    definition,
    process.env,
  );
  const telemetry = await startTelemetry({
    service: definition.service,
    otlpEndpoint,
  });
  const ports = given.ports ?? systemPorts();
  const logger =
    given.logger ?? createLogger({ service: definition.service, level, now: () => ports.clock.nowMs() });
  const host = await startHost({
    ...{ ports, logger },
    services: [definition as ServiceDefinition],
    databaseUrlOf: () => databaseUrl,
    readerUrl,
    httpHost,
    bus,
    env: process.env,
  });
  const health =
    healthPort === 0
      ? undefined
      : await openHealthServer({ host: httpHost, port: healthPort }, host).catch(async (error) => {
          await host.stop();
          throw error;
        });
  const stop = () => {
    void Promise.all([health?.close(), host.stop()]).finally(() => telemetry.stop());
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  return host;
}

/**
 * What a service's process reads of its environment before it starts, with the service's own settings.
 * @throws ConfigurationError naming every bad key at once.
 */
export function programConfigIn<Config>(definition: ServiceDefinition<Config>, given: Environment) {
  const env = environment(given);
  const config = {
    databaseUrl: env.url('DATABASE_URL'),
    readerUrl: env.url('READER_DATABASE_URL'),
    httpHost: env.text('HTTP_HOST', '127.0.0.1'),
    otlpEndpoint: env.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
    healthPort: env.port('HEALTH_PORT', 0),
    level: env.oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    bus: busIn(env, `countersign-${definition.service.replaceAll('_', '-')}`),
  };
  // Together with the service's own, so that every bad key is named at once.
  env.include(() => definition.readConfig(given));
  if (keeperAmong([definition]) !== undefined) env.include(() => wrappingKeyIn(given, 'required'));
  return env.frozen(config);
}
