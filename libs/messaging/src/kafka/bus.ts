import type { Service, Topic } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';
import type { Kafka } from 'kafkajs';
import type { Progress } from '../delivery/stall-watch.js';
import { askAdmin } from './ask-admin.js';
import { kafkaClient } from './client.js';
import { groupStanding } from './group-standing.js';
import { partitionCounts, partitionOf } from './partitions.js';
import { Sender } from './sender.js';
import { groupOf, type KafkaSettings, sessionTimeoutMsOf, topicNameOf } from './settings.js';

const countsKeptForMs = 60_000;

/** A process's way to the cluster: one client, one producer, and the names things have there. */
export class KafkaBus {
  readonly client: Kafka;
  readonly sender: Sender;
  readonly sessionTimeoutMs: number;
  readonly #counts = new Map<Topic, { readonly count: Promise<number>; readonly readAt: number }>();

  constructor(
    readonly settings: KafkaSettings,
    logger: Log,
  ) {
    this.client = kafkaClient(settings, logger);
    this.sender = new Sender(this.client, logger);
    this.sessionTimeoutMs = sessionTimeoutMsOf(settings);
  }

  topicName(topic: Topic): string {
    return topicNameOf(this.settings, topic);
  }

  groupOf(service: Service): string {
    return groupOf(this.settings, service);
  }

  /** Where a key goes on a topic, by how many partitions it has now. */
  async partitionOf(topic: Topic, key: string): Promise<number> {
    return partitionOf(key, await this.#countOf(topic));
  }

  /** Of the group of a service, on topics by their names on the broker. @throws when the broker does not answer. */
  async progressOf(service: Service, names?: readonly string[]): Promise<Progress> {
    return await askAdmin(this.client, (admin) => groupStanding(admin, this.groupOf(service), names));
  }

  async close(): Promise<void> {
    await this.sender.close();
  }

  #countOf(topic: Topic): Promise<number> {
    const known = this.#counts.get(topic);
    if (known !== undefined && performance.now() - known.readAt < countsKeptForMs) return known.count;
    const name = this.topicName(topic);
    const count = partitionCounts(this.client, [name]).then((counts) => counts.get(name) ?? 1);
    this.#counts.set(topic, { count, readAt: performance.now() });
    count.catch(() => this.#counts.delete(topic));
    return count;
  }
}
