import type { EnvironmentReader } from '../configuration/environment.js';
import type { KafkaSettings } from '../kafka/settings.js';
import { kafkaSecurityIn } from '../kafka-security/security-in-environment.js';
import type { BusChoice } from './open-bus.js';

/**
 * `BUS` is `postgres` (also when absent) or `kafka`; with Kafka `KAFKA_BROKERS` is `host:port,…`, and
 * `KAFKA_TOPIC_PREFIX`, `KAFKA_SESSION_TIMEOUT_MS` and the keys of `kafkaSecurityIn` may be given. Bad keys are named by the reader's `frozen`.
 */
export function busIn(env: EnvironmentReader, clientId: string): BusChoice {
  return env.oneOf('BUS', ['postgres', 'kafka'], 'postgres') === 'kafka'
    ? { kind: 'kafka', ...kafkaIn(env, clientId) }
    : { kind: 'postgres' };
}

/** The cluster alone, for a process that always needs it. */
export function kafkaIn(env: EnvironmentReader, clientId: string): KafkaSettings {
  const brokers = env
    .text('KAFKA_BROKERS')
    .split(',')
    .map((broker) => broker.trim());
  if (!brokers.every((broker) => /^[^\s:/]+:[0-9]{1,5}$|^\[[0-9a-fA-F:]+\]:[0-9]{1,5}$/.test(broker))) {
    env.refuse('KAFKA_BROKERS', 'is not host:port, separated by commas');
  }
  const sessionTimeoutMs = env.whole('KAFKA_SESSION_TIMEOUT_MS', { min: 1_000, max: 300_000 }, 10_000);
  const topicPrefix = env.optional('KAFKA_TOPIC_PREFIX') ?? '';
  return { brokers, clientId, topicPrefix, sessionTimeoutMs, security: kafkaSecurityIn(env, brokers) };
}
