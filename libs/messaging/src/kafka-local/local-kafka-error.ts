/** Why a local broker did not start; the message is one sentence for the person who started it. */
export type LocalKafkaErrorCode =
  | 'java_missing'
  | 'maven_missing'
  | 'kafka_not_fetched'
  | 'port_taken'
  | 'kafka_failed';

/** A start that was refused or failed; recognised by `code`. */
export class LocalKafkaError extends Error {
  override readonly name = 'LocalKafkaError';
  constructor(
    readonly code: LocalKafkaErrorCode,
    message: string,
    options: { cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

/** Codes that say that this machine has not what Kafka needs; anything else is a fault. */
export const lacking: readonly LocalKafkaErrorCode[] = ['java_missing', 'maven_missing', 'kafka_not_fetched'];
