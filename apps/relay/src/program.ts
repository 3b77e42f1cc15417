import { systemPorts } from '@countersign/contracts';
import { type Relay, startRelay } from '@countersign/messaging/kafka';
import { createLogger, type Log, startTelemetry } from '@countersign/telemetry';
import { readConfig } from './config.js';
import { openProbes } from './probes.js';

export interface RelayProgram {
  readonly relay: Relay;
  /** Where the probes answer. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The relay as a process: no framework, because it hears nothing and decides nothing. It may start before its
 * database and its broker; it relays as soon as both are there and no other relay does.
 * @throws ConfigurationError
 */
export async function startProgram(
  env: Readonly<Record<string, string | undefined>>,
  given: { readonly logger?: Log } = {},
): Promise<RelayProgram> {
  const { databaseUrl, kafka, http, otlpEndpoint, logLevel } = readConfig(env);
  const ports = systemPorts();
  const telemetry = await startTelemetry({ service: 'relay', otlpEndpoint });
  const logger =
    given.logger ?? createLogger({ service: 'relay', level: logLevel, now: () => ports.clock.nowMs() });
  const relay = startRelay({ databaseUrl, kafka, ports, logger });
  const probes = await openProbes(http, () => relay.standing).catch(async (error) => {
    await relay.stop();
    throw error;
  });
  const end = async () => {
    await probes.close();
    await relay.stop();
    await telemetry.stop();
  };
  let ended: Promise<void> | undefined;
  return {
    relay,
    url: probes.url,
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}
