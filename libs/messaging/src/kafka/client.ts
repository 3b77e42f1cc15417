import type { Log } from '@countersign/telemetry';
import kafkajs, { type Kafka, type LogEntry } from 'kafkajs';
import { silenceNegativeTimeouts } from '../kafka-admin/negative-timeouts.js';
import { securityOptions } from '../kafka-security/security.js';
import type { KafkaSettings } from './settings.js';

/**
 * kafkajs, told to keep quiet: right after a broker's start it meets "coordinator is loading" and the like, which
 * pass. What does not pass is reported by whoever waits for it.
 */
export function kafkaClient({ brokers, clientId, security }: KafkaSettings, logger: Log): Kafka {
  silenceNegativeTimeouts();
  return new kafkajs.Kafka({
    brokers: [...brokers],
    clientId,
    ...securityOptions(security),
    connectionTimeout: 5_000,
    requestTimeout: 15_000,
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 1_000, multiplier: 2, factor: 0.2 },
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => (entry) => report(entry, logger),
  });
}

function report({ namespace, log }: LogEntry, logger: Log): void {
  const { error } = log as { error?: unknown };
  logger.debug('kafka.client', { operation: namespace, code: typeof error === 'string' ? error : undefined });
}
