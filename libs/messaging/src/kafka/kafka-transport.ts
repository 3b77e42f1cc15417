import {
  contractOf,
  eventTopics,
  type Ports,
  type Service,
  type Topic,
  topicOfStream,
  topics,
} from '@countersign/contracts';
import type { Sealing } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import { Consumer, type Counts } from '../delivery/consumer.js';
import type { Parked } from '../delivery/parking.js';
import { heard, RuleServer, type Standing } from '../delivery/rule-server.js';
import { StallWatch } from '../delivery/stall-watch.js';
import type { ProcessFeed } from '../postgres/process-feed.js';
import { runTimers } from '../postgres/timers.js';
import type { KafkaBus } from './bus.js';
import { withDeadLetters } from './dead-letters.js';
import { KafkaIntake } from './intake.js';
import type { KnownEvents } from './known-events.js';
import { GroupMember } from './member.js';
import { StreamOrder } from './stream-order.js';

export interface KafkaTransportOptions {
  readonly service: Service;
  readonly bus: KafkaBus;
  readonly feed: ProcessFeed;
  readonly known: KnownEvents;
  readonly sealing: Sealing;
  readonly ports: Ports;
  readonly logger: Log;
  /** Streams handled at a time. */
  readonly parallelMax?: number;
  /** How long a stop waits for what is running. */
  readonly stopWithinMs?: number;
}

/**
 * Nest's transport over Kafka: the group of the service shares its partitions, whole pages are taken in hand and
 * handled by stream, and an offset is committed when everything below it is handled or set aside. What a topic says
 * is checked against the store before a rule hears it.
 */
export class KafkaTransport extends RuleServer {
  readonly #stopping = new AbortController();
  readonly #counts: Counts = { handled: 0, rejected: 0, retried: 0, parked: 0, halted: 0 };
  readonly #consumer: Consumer;
  #intake: KafkaIntake | undefined;
  #member: GroupMember | undefined;
  #watch: StallWatch | undefined;
  #holdsTimers = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: KafkaTransportOptions) {
    super();
    const { service, bus, feed, ports, logger, parallelMax } = options;
    const letters = { sender: bus.sender, topicName: bus.topicName(topics.deadLetters), ports };
    this.#consumer = new Consumer({
      service,
      rulesOf: (pattern) => this.rulesOf(pattern),
      parking: withDeadLetters(feed.parking, letters),
      storeAnswers: () => feed.answers(),
      ports,
      logger,
      counts: this.#counts,
      ...(parallelMax === undefined ? {} : { parallelMax }),
    });
  }

  listen(callback: (error?: unknown) => void): void {
    const { feed, service } = this.options;
    const { signal } = this.#stopping;
    const unregister = feed.retries.register(service, (parked) => this.#retry(parked));
    const timers = feed.locks.hold({ service, holder: (lost) => this.#hearTimers(lost), signal });
    this.#running = Promise.all([this.#hearTopics(signal), timers]).finally(unregister);
    callback();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    const stopped = this.#running.then(() => this.#consumer.stop());
    const over = new AbortController();
    const { clock } = this.options.ports;
    await Promise.race([stopped, clock.wait(this.#stopWithinMs + 5_000, over.signal).catch(() => undefined)]);
    over.abort();
  }

  unwrap<T>(): T {
    return this.options.bus as T;
  }

  get standing(): Standing {
    const assigned = Object.values(this.#intake?.assigned ?? {}).some(({ length }) => length > 0);
    return {
      status: this.#stopping.signal.aborted ? 'stopped' : assigned ? 'hearing' : 'standby',
      haltedStreams: this.#consumer.halted,
      lag: this.#intake?.lag ?? 0,
      ...(this.#watch?.stall === undefined ? {} : { stall: this.#watch.stall }),
      broker: this.#member === undefined || this.#member.inContact ? 'up' : 'down',
      counts: { ...this.#counts },
    };
  }

  async #hearTopics(signal: AbortSignal): Promise<void> {
    const { bus, service, known, sealing, ports, logger } = this.options;
    const heardTopics = this.#topics();
    if (heardTopics.length === 0) return;
    const named = new Map(heardTopics.map((topic) => [bus.topicName(topic), topic]));
    const finding = {
      hears: (pattern: string) => this.hears(pattern),
      known,
      order: new StreamOrder(),
      messages: sealing.messages,
    };
    const intake = new KafkaIntake({ consumer: this.#consumer, finding, topics: named, ports, logger });
    const { sessionTimeoutMs } = bus;
    const member = new GroupMember({
      client: bus.client,
      groupId: bus.groupOf(service),
      topics: [...named.keys()],
      sessionTimeoutMs,
      ports,
      logger,
      joined: (assignment) => intake.joined(assignment),
      take: (payload) => intake.take(payload),
      leaving: () => intake.leaving(signal.aborted ? this.#stopWithinMs : sessionTimeoutMs / 2),
    });
    this.#intake = intake;
    this.#member = member;
    const watch = new StallWatch({
      ...{ reader: bus.groupOf(service), clock: ports.clock, logger },
      look: () => bus.progressOf(service, [...named.keys()]),
    });
    this.#watch = watch;
    // Not waited for: a stop is not to wait for a broker that does not answer.
    void watch.run(signal);
    await Promise.all([member.run(signal), intake.commitAllAlong(signal)]);
  }

  /** Timers belong to the service, not to a partition: one process at a time runs them. */
  async #hearTimers(lost: AbortSignal): Promise<void> {
    const { feed, service, ports } = this.options;
    const timers = runTimers({
      service,
      tasks: this.tasks,
      pool: feed.pool,
      run: feed.run,
      ports,
      hear: (delivery) => heard(this.#consumer, delivery),
    });
    this.#holdsTimers = true;
    await new Promise<void>((resolve) => {
      if (lost.aborted) return resolve();
      lost.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#holdsTimers = false;
    await timers.stop();
  }

  /** An operator's wish is for whoever hears the stream; for a stream nobody hears, for whoever runs the timers. */
  #retry(parked: Parked): void {
    void this.#owns(parked)
      .then((owns) => {
        if (owns) this.#consumer.retry(parked);
      })
      .catch(() => undefined);
  }

  async #owns({ delivery }: Parked): Promise<boolean> {
    const { bus } = this.options;
    const message = delivery.source === 'message';
    const stream = delivery.order.slice(delivery.order.indexOf('/') + 1);
    const topic = message ? (delivery.pattern as Topic) : topicOfStream(stream);
    if (topic === undefined || !this.#topics().includes(topic)) return this.#holdsTimers;
    const key = message ? (delivery.payload as { key: string }).key : stream;
    const partition = await bus.partitionOf(topic, key);
    return this.#intake?.assigned[bus.topicName(topic)]?.includes(partition) === true;
  }

  #topics(): readonly Topic[] {
    const found = new Set<Topic>();
    for (const pattern of this.patterns) for (const topic of topicsOf(pattern)) found.add(topic);
    return [...found];
  }

  get #stopWithinMs(): number {
    return this.options.stopWithinMs ?? 10_000;
  }
}

/** A rule for a type that this release has no contract of may hear it in any category. */
function topicsOf(pattern: string): readonly Topic[] {
  if (pattern.startsWith('timer.')) return [];
  if (pattern.startsWith('countersign.')) return [pattern as Topic];
  const category = contractOf(pattern)?.category;
  const topic = category === undefined ? undefined : topicOfStream(`${category}-`);
  return topic === undefined ? eventTopics : [topic];
}
