import { cloudEventHeaders, type IngressTopic, type Ports } from '@countersign/contracts';
import type { Sealing } from '@countersign/event-store';
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel';
import type { Publication } from '../wiring/wiring.js';
import type { KafkaBus } from './bus.js';
import { brokerAway } from './sender.js';

export interface IngressOptions {
  readonly bus: Pick<KafkaBus, 'sender' | 'topicName'>;
  readonly sealing: Sealing;
  readonly ports: Ports;
  /** Who publishes, as a URI reference. */
  readonly source: string;
}

/**
 * A broker that just began refuses for a moment, and one attempt of the client ends at the first answer it does not
 * expect. Whoever hears an ingress message knows it by its id, so that sending it again is safe.
 */
const untilConfirmed = retry(
  handleWhen((error) => (error as { code?: unknown }).code === brokerAway),
  { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 250, maxDelay: 1_000 }) },
);

/**
 * Publishes to an ingress topic as outside parties do: a CloudEvent in binary mode.
 * @throws `broker_unavailable` when the broker confirmed it in none of three tries (some 8 s where nobody answers),
 *   `too_large` at once.
 */
export async function publishIngress(
  topic: IngressTopic,
  { writtenBy, ...message }: Publication,
  { bus, sealing, ports, source }: IngressOptions,
): Promise<void> {
  const { tenant, key, id, headers } = message;
  const plain = typeof message.value === 'string' ? Buffer.from(message.value) : message.value;
  const value =
    writtenBy === undefined
      ? plain
      : await sealing.messages.sealed({ topic, tenant, id, value: plain }, writtenBy);
  const event = cloudEventHeaders({ id, type: topic, source, time: ports.clock.now() });
  const record = { key, value: Buffer.from(value), headers: { ...headers, ...event, ce_tenant: tenant } };
  await untilConfirmed.execute(() => bus.sender.send([{ topic: bus.topicName(topic), messages: [record] }]));
}
