/** No broker answered; the message names the addresses. */
export class KafkaUnreachable extends Error {
  override readonly name = 'KafkaUnreachable';
  readonly code = 'kafka_unreachable';
}

/** What to say when a client could not connect: a broker that refuses somebody is there, and is not to be looked for. */
export function whyUnreachable(brokers: readonly string[], cause: Error): KafkaUnreachable {
  const at = brokers.join(',');
  const sentence =
    cause.name === 'KafkaJSSASLAuthenticationError'
      ? `Kafka at ${at} refuses the user name or the password.`
      : `No Kafka broker answers at ${at}.`;
  return new KafkaUnreachable(sentence, { cause });
}
