/** No broker answered; the message names the addresses. */
export class KafkaUnreachable extends Error {
  override readonly name = 'KafkaUnreachable';
  readonly code = 'kafka_unreachable';
}
