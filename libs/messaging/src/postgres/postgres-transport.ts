import type { IngressTopic, Ports, RecordedEvent, Service } from '@countersign/contracts';
import type { Cursor, RecordedMessage } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import { Consumer, type Counts } from '../delivery/consumer.js';
import { type Delivery, eventDelivery, messageDelivery } from '../delivery/delivery.js';
import { Intake } from '../delivery/intake.js';
import { heard, RuleServer, type Standing } from '../delivery/rule-server.js';
import { failureOf } from '../failure/failure.js';
import { backoffMs } from '../failure/treatments.js';
import type { ProcessFeed } from './process-feed.js';
import { runTimers } from './timers.js';

export interface PostgresTransportOptions {
  readonly service: Service;
  readonly feed: ProcessFeed;
  readonly ports: Ports;
  readonly logger: Log;
  /** Streams handled at a time. */
  readonly parallelMax?: number;
  /** How long a stop waits for what is running. */
  readonly stopWithinMs?: number;
}

/** `standby`: another process hears for this service. */
export interface TransportStanding extends Standing {
  /** Every event up to here is handled or set aside. */
  readonly reached?: Cursor;
}

const openingBackoff = { baseMs: 50, ceilingMs: 2_000 };

/**
 * Nest's transport over the store: rules are found by pattern, fed by the one reader of the process, in the order
 * of each stream.
 */
export class PostgresTransport extends RuleServer {
  readonly #stopping = new AbortController();
  #consumer: Consumer | undefined;
  #reached: (() => Cursor) | undefined;
  #counts: Counts = { handled: 0, rejected: 0, retried: 0, parked: 0, halted: 0 };
  #holding: Promise<void> | undefined;
  #ended = Promise.resolve();

  constructor(private readonly options: PostgresTransportOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    const { feed, service } = this.options;
    this.#holding = feed.locks.hold({
      service,
      holder: (lost) => this.#hear(lost),
      signal: this.#stopping.signal,
    });
    callback();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#holding;
  }

  unwrap<T>(): T {
    return this.options.feed as T;
  }

  get standing(): TransportStanding {
    const consumer = this.#consumer;
    const reached = this.#reached?.();
    return {
      status: this.#stopping.signal.aborted ? 'stopped' : consumer === undefined ? 'standby' : 'hearing',
      haltedStreams: consumer?.halted ?? 0,
      counts: { ...this.#counts },
      ...(reached === undefined ? {} : { reached }),
    };
  }

  /** As long as this process holds the service. */
  async #hear(lost: AbortSignal): Promise<void> {
    const { logger, ports, service } = this.options;
    for (let attempt = 1; !lost.aborted; attempt += 1) {
      try {
        await this.#session(lost);
      } catch (error) {
        logger.warn('transport.start_failed', { reader: service, code: failureOf(error).code }, error);
        const ms = backoffMs(openingBackoff, attempt, ports.randomness.fraction());
        await ports.clock.wait(ms, lost).catch(() => undefined);
      }
    }
  }

  async #session(lost: AbortSignal): Promise<void> {
    // What an earlier session still runs ends first: two sessions never work on one stream at a time.
    await this.#ended;
    const { feed, service, logger } = this.options;
    const consumer = this.#newConsumer();
    await consumer.open();
    const intakes = await this.#intakes(consumer);
    const timers = runTimers({
      service,
      tasks: this.tasks,
      pool: feed.pool,
      run: feed.run,
      ports: this.options.ports,
      hear: (delivery) => heard(consumer, delivery),
    });
    this.#consumer = consumer;
    this.#reached = intakes[0]?.reached;
    const unregister = feed.retries.register(service, (parked) => consumer.retry(parked));
    logger.info('transport.hearing', { reader: service });
    const running = intakes.map(({ run }) => run());
    await new Promise<void>((resolve) => {
      if (lost.aborted) return resolve();
      lost.addEventListener('abort', () => resolve(), { once: true });
    });
    this.#consumer = undefined;
    this.#reached = undefined;
    unregister();
    await this.#end(consumer, [timers.stop(), ...running]);
    await Promise.all(intakes.map(({ keepLast }) => keepLast()));
    logger.info('transport.standby', { reader: service });
  }

  /** Waits for what is running, but not for ever; a later session waits for the rest. */
  async #end(consumer: Consumer, others: readonly Promise<unknown>[]): Promise<void> {
    this.#ended = consumer.stop();
    const over = new AbortController();
    const { clock } = this.options.ports;
    const deadline = clock.wait(this.options.stopWithinMs ?? 10_000, over.signal).catch(() => undefined);
    await Promise.race([Promise.all([this.#ended, ...others]), deadline]);
    over.abort();
  }

  #newConsumer(): Consumer {
    const { service, feed, ports, logger, parallelMax } = this.options;
    const consumer = new Consumer({
      service,
      rulesOf: (pattern) => this.rulesOf(pattern),
      parking: feed.parking,
      storeAnswers: () => feed.answers(),
      ports,
      logger,
      counts: this.#counts,
      ...(parallelMax === undefined ? {} : { parallelMax }),
    });
    return consumer;
  }

  async #intakes(consumer: Consumer) {
    const { feed, service } = this.options;
    const deliveryOf = (event: RecordedEvent) => (this.hears(event.type) ? eventDelivery(event) : undefined);
    const events = { reader: feed.events, consumer, deliveryOf, from: await feed.checkpoints.load(service) };
    const intakes = [this.#kept(service, new Intake(events))];
    if (this.patterns.some((pattern) => pattern.startsWith('countersign.'))) {
      const name = `${service}:messages`;
      const from = await feed.checkpoints.load(name);
      const published = (message: RecordedMessage) =>
        this.hears(message.topic) ? asDelivery(message) : undefined;
      intakes.push(
        this.#kept(name, new Intake({ reader: feed.messages, consumer, deliveryOf: published, from })),
      );
    }
    return intakes;
  }

  #kept(name: string, intake: Pick<Intake<never>, 'reached' | 'run'>) {
    const reached = () => intake.reached;
    const keepLast = this.options.feed.marks.keep(name, intake.reached, reached);
    return { run: () => intake.run(), reached, keepLast };
  }
}

function asDelivery(message: RecordedMessage): Delivery {
  const { topic, tenant, key, id, headers, value, recordedAt, position, sealedValue } = message;
  return messageDelivery(
    { topic: topic as IngressTopic, tenant, key, id, headers, value, recordedAt },
    { position, ...(sealedValue === undefined ? {} : { sealedValue }) },
  );
}
