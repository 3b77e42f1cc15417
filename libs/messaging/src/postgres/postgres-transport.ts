import type { IngressTopic, Ports, RecordedEvent, Service } from '@countersign/contracts';
import type { Cursor, RecordedMessage } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import { Consumer, type Counts } from '../delivery/consumer.js';
import { type Delivery, eventDelivery, messageDelivery, timerPattern } from '../delivery/delivery.js';
import type { Rule } from '../delivery/hear.js';
import { Intake } from '../delivery/intake.js';
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

export interface TransportStanding {
  /** `standby`: another process hears for this service. */
  readonly status: 'standby' | 'hearing' | 'stopped';
  readonly haltedStreams: number;
  /** Every event up to here is handled or set aside. */
  readonly reached?: Cursor;
  readonly counts: Readonly<Counts>;
}

const openingBackoff = { baseMs: 50, ceilingMs: 2_000 };

/**
 * Nest's transport over the store: rules are found by pattern, fed by the one reader of the process, in the order
 * of each stream. Nest's own event dispatch is bypassed, because it links rules of one pattern through
 * observables and replaces their errors.
 */
export class PostgresTransport extends Server implements CustomTransportStrategy {
  /** So that Nest does not log what this transport treats. */
  override readonly propagatesEventHandlerErrors = true;
  readonly #rules = new Map<string, Rule[]>();
  readonly #stopping = new AbortController();
  #consumer: Consumer | undefined;
  #reached: (() => Cursor) | undefined;
  #counts: Counts = { handled: 0, rejected: 0, retried: 0, parked: 0, halted: 0 };
  #holding: Promise<void> | undefined;
  #ended = Promise.resolve();

  constructor(private readonly options: PostgresTransportOptions) {
    super();
  }

  /** Several rules of a pattern all run; they are kept side by side rather than linked. */
  override addHandler(pattern: unknown, callback: MessageHandler, isEventHandler = false): void {
    if (typeof pattern !== 'string' || !isEventHandler) {
      throw new TypeError('A rule hears an event by its name: @EventPattern with a text.');
    }
    this.messageHandlers.set(pattern, callback);
    const rules = this.#rules.get(pattern) ?? [];
    rules.push(asRule(callback));
    this.#rules.set(pattern, rules);
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

  on(): never {
    throw new Error('This transport has no events to listen to.');
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
      tasks: this.#tasks(),
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
      rulesOf: (pattern) => this.#rules.get(pattern) ?? [],
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
    const hears = (pattern: string) => this.#rules.has(pattern);
    const deliveryOf = (event: RecordedEvent) => (hears(event.type) ? eventDelivery(event) : undefined);
    const events = { reader: feed.events, consumer, deliveryOf, from: await feed.checkpoints.load(service) };
    const intakes = [this.#kept(service, new Intake(events))];
    if ([...this.#rules.keys()].some((pattern) => pattern.startsWith('countersign.'))) {
      const name = `${service}:messages`;
      const from = await feed.checkpoints.load(name);
      const published = (message: RecordedMessage) =>
        hears(message.topic) ? asDelivery(message) : undefined;
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

  #tasks(): string[] {
    const prefix = timerPattern('');
    return [...this.#rules.keys()].filter((p) => p.startsWith(prefix)).map((p) => p.slice(prefix.length));
  }
}

/** Nest hands some errors over inside an observable, where an `await` alone would not see them. */
function asRule(callback: MessageHandler): Rule {
  return async (payload) => {
    const result: unknown = await callback(payload);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  };
}

function heard(consumer: Consumer, delivery: Delivery): Promise<void> {
  return new Promise((resolve, reject) => {
    const { stopping } = consumer;
    const onStop = () => reject(new Error('The service stopped before the timer was handled.'));
    if (stopping.aborted) return onStop();
    stopping.addEventListener('abort', onStop, { once: true });
    consumer.deliver(delivery, () => {
      stopping.removeEventListener('abort', onStop);
      resolve();
    });
  });
}

function asDelivery(message: RecordedMessage): Delivery {
  const { topic, tenant, key, id, headers, value, recordedAt, position, sealedValue } = message;
  return messageDelivery(
    { topic: topic as IngressTopic, tenant, key, id, headers, value, recordedAt },
    { position, ...(sealedValue === undefined ? {} : { sealedValue }) },
  );
}
