import type { Log } from '@countersign/telemetry';
import kafkajs, { type Kafka, type Producer, type TopicMessages } from 'kafkajs';
import { retryable } from '../failure/failure.js';

// Node finds only some of its names in a CommonJS module; all of them are on the default.
const { Partitioners } = kafkajs;

/** The broker will never take this message: it is larger than its topic allows. */
export const tooLarge = 'too_large';
export const brokerAway = 'broker_unavailable';

/**
 * One idempotent producer, every replica asked to confirm. After a failure nothing is known of what was sent, so the
 * producer is given up: a new one sends again what its caller still holds, in the caller's order.
 */
export class Sender {
  #producer: Promise<Producer> | undefined;

  constructor(
    private readonly client: Kafka,
    private readonly logger: Log,
  ) {}

  /**
   * All of it in one request a broker. Messages of one partition keep their order.
   * @throws a retryable failure `broker_unavailable`, or one with code `too_large`.
   */
  async send(topicMessages: readonly TopicMessages[]): Promise<void> {
    this.#producer ??= this.#open();
    const opening = this.#producer;
    try {
      const producer = await opening;
      await producer.sendBatch({ acks: -1, timeout: 10_000, topicMessages: [...topicMessages] });
    } catch (error) {
      if (this.#producer === opening) this.#producer = undefined;
      void opening.then((producer) => producer.disconnect()).catch(() => undefined);
      if (isTooLarge(error))
        throw retryable(tooLarge, 'The broker takes no message so large.', { cause: error });
      this.logger.debug('kafka.send_failed', { code: codeOf(error) });
      throw retryable(brokerAway, 'The broker did not confirm what was sent.', { cause: error });
    }
  }

  async close(): Promise<void> {
    const producer = await this.#producer?.catch(() => undefined);
    await producer?.disconnect().catch(() => undefined);
  }

  async #open(): Promise<Producer> {
    const producer = this.client.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      metadataMaxAge: 60_000,
      // All five are said, because kafkajs has other defaults for what is left out where NODE_ENV is "test".
      retry: { retries: 5, initialRetryTime: 50, maxRetryTime: 1_000, multiplier: 2, factor: 0.2 },
    });
    await producer.connect();
    return producer;
  }
}

const sizeErrors: ReadonlySet<string> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

function isTooLarge(error: unknown): boolean {
  const { type, cause } = (error ?? {}) as { type?: unknown; cause?: unknown };
  return typeof type === 'string' ? sizeErrors.has(type) : cause !== undefined && isTooLarge(cause);
}

/** What the broker or the client called it, for the log: "NOT_CONTROLLER", "ECONNRESET", "KafkaJSRequestTimeoutError". */
function codeOf(error: unknown): string | undefined {
  const { type, code, cause, name } = (error ?? {}) as Record<string, unknown>;
  const own = type ?? code;
  if (typeof own === 'string') return own;
  return codeOf(cause) ?? (typeof name === 'string' ? name : undefined);
}
