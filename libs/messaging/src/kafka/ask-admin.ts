import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import type { Admin, Kafka } from 'kafkajs';

/** Half a minute in all: a broker that comes back leads its partitions one after the other. */
const attempts = 20;

/**
 * Asks the cluster something over a connection of its own. kafkajs asks once, also where the broker answers "not now"
 * (it does not lead a partition yet, a coordinator is loading): such an answer is asked for again here, each time of
 * the brokers as they are by then. A cluster that cannot be reached is not waited for.
 * @throws what kafkajs throws.
 */
export function askAdmin<T>(client: Kafka, ask: (admin: Admin) => Promise<T>): Promise<T> {
  return again.execute(async () => {
    const admin = client.admin();
    try {
      await admin.connect();
      return await ask(admin);
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  });
}

/** By the broker's own word, which kafkajs keeps with the error it makes of it. */
const isForNow = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'KafkaJSProtocolError' &&
  'retriable' in error &&
  error.retriable === true;

const again = retry(handleWhen(isForNow), {
  maxAttempts: attempts,
  backoff: new ExponentialBackoff({ initialDelay: 50, maxDelay: 2_000 }),
});
