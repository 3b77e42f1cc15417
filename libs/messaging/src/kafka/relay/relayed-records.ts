import { eventMessage, type RecordedEvent, topicOfStream, topics } from '@countersign/contracts';
import type { Cursor } from '@countersign/event-store';
import type { Message, TopicMessages } from 'kafkajs';
import { streamOrder } from '../../delivery/delivery.js';
import type { KafkaBus } from '../bus.js';
import { previousHeader } from '../record-deliveries.js';

/** Everything up to this cursor was on its topic before this message was sent. */
export const reachedHeader = 'relay_reached';

const streamsMax = 50_000;

/** Events as records of their topics, each saying where the one before it in its stream was put. */
export class RelayedRecords {
  readonly #last = new Map<string, { readonly version: number; readonly partition: number }>();

  constructor(private readonly bus: KafkaBus) {}

  /** Of a page that goes on from `reached`; an event of a category without a topic has no record. */
  async of(events: readonly RecordedEvent[], reached: Cursor): Promise<readonly TopicMessages[]> {
    const byTopic = new Map<string, Message[]>();
    const add = (topic: string, message: Message) => {
      const known = byTopic.get(topic);
      if (known === undefined) byTopic.set(topic, [message]);
      else known.push(message);
    };
    for (const event of events) {
      const topic = topicOfStream(event.stream);
      if (topic === undefined) continue;
      const partition = await this.bus.partitionOf(topic, event.stream);
      const { key, value, headers } = eventMessage(event);
      const previous = this.#put(event, partition);
      add(this.bus.topicName(topic), {
        key,
        value,
        partition,
        headers: {
          ...headers,
          [reachedHeader]: `${reached.transactionId}/${reached.position}`,
          ...(previous === undefined ? {} : { [previousHeader]: String(previous) }),
        },
      });
      if (event.type === 'ReplySent') add(this.bus.topicName(topics.replies), { key, value, headers });
    }
    return [...byTopic].map(([topic, messages]) => ({ topic, messages }));
  }

  /** Where the event before this one was put, if it was by this process and is the last one that was. */
  #put({ tenant, stream, version }: RecordedEvent, partition: number): number | undefined {
    const order = streamOrder(tenant, stream);
    const last = this.#last.get(order);
    this.#last.delete(order);
    this.#last.set(order, { version, partition });
    if (this.#last.size > streamsMax) {
      const oldest = this.#last.keys().next().value;
      if (oldest !== undefined) this.#last.delete(oldest);
    }
    return last?.version === version - 1 ? last.partition : undefined;
  }
}
