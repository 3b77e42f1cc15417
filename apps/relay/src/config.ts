import { environment } from '@countersign/messaging';
import { type KafkaSettings, kafkaIn } from '@countersign/messaging/kafka';
import type { LogLevel } from '@countersign/telemetry';

export interface RelayConfig {
  /** Of the role `countersign_relay`. */
  readonly databaseUrl: string;
  readonly kafka: KafkaSettings;
  /** Where `/livez` and `/readyz` answer. */
  readonly http: { readonly host: string; readonly port: number };
  readonly otlpEndpoint: string | undefined;
  readonly logLevel: LogLevel;
}

/** @throws ConfigurationError naming every bad key. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): RelayConfig {
  const reader = environment(env);
  return reader.frozen({
    databaseUrl: reader.url('DATABASE_URL'),
    kafka: kafkaIn(reader, 'countersign-relay'),
    http: { host: reader.text('HTTP_HOST', '127.0.0.1'), port: reader.port('RELAY_PORT', 4890) },
    otlpEndpoint: reader.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT'),
    logLevel: reader.oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  });
}
