import type { Ports, RecordedEvent } from '@countersign/contracts';
import {
  Checkpoints,
  codeOf,
  eventSource,
  type FeedSource,
  Listener,
  messageSource,
  PostgresEventStore,
  type RecordedMessage,
  type Sealing,
  SharedReader,
  sealingWithoutKeys,
} from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import type pg from 'pg';
import { storeAway } from '../failure/failure.js';
import { CheckpointWriter } from './checkpoint-writer.js';
import { ParkedMessages, type Statement } from './parked-messages.js';
import { RetryRequests } from './retry-requests.js';
import { ServiceLocks } from './service-locks.js';
import { TimerPool } from './timer-pool.js';

export interface ProcessFeedOptions {
  /** Of the role `countersign_reader`. */
  readonly readerUrl: string;
  readonly ports: Ports;
  readonly logger: Log;
  /** Every event this process passes, once and in order, before any service hears it. */
  observe(event: RecordedEvent): void;
  readonly applicationName?: string;
  /** Without one, what is sealed stays hidden. */
  readonly sealing?: Sealing;
  /** Somebody was forgotten: let go of whatever was folded from opened events. */
  onForgotten?(): void;
}

/**
 * What all services of a process share: one reader of events and one of messages, one connection of locks, one
 * writer of checkpoints, the table of what is set aside. A reader a service was measured to cost more than the
 * appends do.
 */
export class ProcessFeed {
  readonly events: SharedReader<RecordedEvent>;
  readonly messages: SharedReader<RecordedMessage>;
  readonly checkpoints: Checkpoints;
  readonly marks: CheckpointWriter;
  readonly parking: ParkedMessages;
  readonly retries: RetryRequests;
  readonly locks: ServiceLocks;
  readonly pool: pg.Pool;
  readonly run: Statement;
  /** As `countersign_reader`: reads everything, appends nothing. */
  readonly store: PostgresEventStore;
  readonly #listener: Listener;
  readonly #observing = new AbortController();

  constructor(private readonly options: ProcessFeedOptions) {
    const { readerUrl, ports, logger, applicationName = 'countersign reader' } = options;
    const onConnectionLost = (error: Error) => logger.debug('reader.connection_lost', { code: error.name });
    const connection = { url: readerUrl, applicationName, onConnectionLost };
    const { sealing = sealingWithoutKeys(), onForgotten } = options;
    this.store = new PostgresEventStore({ ...connection, codec: sealing.events });
    const told = tellingOf(logger);
    this.events = new SharedReader(eventSource(this.store), told);
    this.messages = new SharedReader(opening(messageSource(this.store), sealing), {
      // Of a database that is away the reader of events has told already.
      onTrouble: (error) => isAway(error) || told.onTrouble(error),
    });
    this.#listener = new Listener(readerUrl, {
      countersign_events: (transactionId) => this.events.ring(transactionId),
      countersign_messages: () => this.messages.ring(),
      countersign_forgotten: () => {
        sealing.forgetKept();
        onForgotten?.();
        this.events.dropTail();
        this.messages.dropTail();
      },
    });
    this.run = (name, text, values) => this.store.query(name, text, values);
    this.checkpoints = new Checkpoints(connection);
    this.marks = new CheckpointWriter({ advance: (all) => this.checkpoints.advance(all), ports });
    this.parking = new ParkedMessages(this.run, sealing);
    this.retries = new RetryRequests(this.parking, ports);
    this.locks = new ServiceLocks(readerUrl, ports);
    this.pool = new TimerPool(readerUrl);
  }

  start(): void {
    this.events.start();
    this.messages.start();
    this.#listener.start();
    this.marks.start();
    this.retries.start();
    void this.#observe();
  }

  /** Resolves when the database answers; rejects when it does not. */
  async answers(): Promise<void> {
    await this.run('answers', 'select 1', []);
  }

  /** After the services have stopped. */
  async stop(): Promise<void> {
    this.#observing.abort();
    await Promise.all([this.events.stop(), this.messages.stop(), this.retries.stop(), this.marks.stop()]);
    await Promise.all([this.#listener.stop(), this.locks.close()]);
    await Promise.all([this.store.close(), this.checkpoints.close(), this.pool.end()]);
  }

  /** Begins where the process begins: what is older is in the store for whoever asks. */
  async #observe(): Promise<void> {
    const { signal } = this.#observing;
    while (!signal.aborted) {
      const from = this.events.readTo;
      if (from === undefined) {
        await this.options.ports.clock.wait(5, signal).catch(() => undefined);
        continue;
      }
      for await (const { items } of this.events.follow(from, { limit: 1_000, signal })) {
        for (const event of items) this.#show(event);
      }
    }
  }

  /** An onlooker that fails must not end the looking of the others. */
  #show(event: RecordedEvent): void {
    try {
      this.options.observe(event);
    } catch (error) {
      this.options.logger.error('reader.onlooker_failed', { eventType: event.type }, error);
    }
  }
}

const isAway = (error: unknown): boolean => codeOf(error) === storeAway;

/** A database that is away comes back by itself; anything else that stops a reader waits for a person. */
function tellingOf(logger: Log) {
  return {
    onTrouble: (error: unknown) =>
      isAway(error)
        ? logger.warn('reader.database_away', {}, error)
        : logger.error('reader.stopped', { code: codeOf(error) ?? 'unexpected' }, error),
    onRecovered: () => logger.info('reader.database_back'),
  };
}

/** Messages as they were published; what the table holds of them stays beside, to be kept aside if need be. */
function opening(source: FeedSource<RecordedMessage>, { messages }: Sealing): FeedSource<RecordedMessage> {
  const opened = async (message: RecordedMessage): Promise<RecordedMessage> => {
    const value = await messages.opened(message);
    return value === message.value ? message : { ...message, value, sealedValue: message.value };
  };
  return {
    ...source,
    readAfter: async (from, limit) => {
      const page = await source.readAfter(from, limit);
      return { ...page, items: await Promise.all(page.items.map(opened)) };
    },
  };
}
