import { eventTopics, type Ports, type RecordedEvent, systemPorts } from '@countersign/contracts';
import {
  type Cursor,
  compareCursors,
  eventSource,
  Listener,
  PostgresEventStore,
  SharedReader,
  START,
} from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import { type Progress, type Stall, StallWatch } from '../../delivery/stall-watch.js';
import { failureOf } from '../../failure/failure.js';
import { backoffMs } from '../../failure/treatments.js';
import { ParkedMessages } from '../../postgres/parked-messages.js';
import { ServiceLocks } from '../../postgres/service-locks.js';
import { KafkaBus } from '../bus.js';
import type { KafkaSettings } from '../settings.js';
import { PageSender } from './page-sender.js';
import { RelayedRecords } from './relayed-records.js';
import { resumePoint } from './resume-point.js';

export interface RelayOptions {
  /** URL of the role `countersign_relay`. */
  readonly databaseUrl: string;
  readonly kafka: KafkaSettings;
  readonly logger: Log;
  readonly ports?: Ports;
  /** Events of one read. */
  readonly pageMax?: number;
}

export interface RelayStanding {
  /** `standby`: another process relays. `resuming`: it looks where the topics end. */
  readonly status: 'standby' | 'resuming' | 'relaying' | 'stopped';
  readonly database: 'up' | 'down';
  readonly broker: 'up' | 'down';
  /** Everything up to here is on its topic, or set aside. */
  readonly reached: Cursor | undefined;
  readonly relayed: number;
  readonly parked: number;
  /** Events are waiting, and none was relayed for long. */
  readonly stall?: Stall;
}

export interface Relay {
  readonly standing: RelayStanding;
  /** Finishes the page that is being sent, and lets go of the lock. */
  stop(): Promise<void>;
}

const backoff = { baseMs: 100, ceilingMs: 3_000 };

/**
 * Moves committed events from the store to their topics: in the global order, page by page, each confirmed before
 * the next is sent. One process at a time does it; the others stand by for its lock. It decides nothing and keeps no
 * mark of its own: how far it came is what the topics say.
 */
export function startRelay(options: RelayOptions): Relay {
  const relay = new RunningRelay(options, options.ports ?? systemPorts());
  relay.start();
  return relay;
}

class RunningRelay implements Relay {
  readonly #stopping = new AbortController();
  readonly #store: PostgresEventStore;
  readonly #reader: SharedReader<RecordedEvent>;
  readonly #listener: Listener;
  readonly #locks: ServiceLocks;
  readonly #bus: KafkaBus;
  readonly #pages: PageSender;
  readonly #watch: StallWatch;
  #running: Promise<void> = Promise.resolve();
  #status: RelayStanding['status'] = 'standby';
  #reached: Cursor | undefined;
  #stopped: Promise<void> | undefined;

  constructor(
    private readonly options: RelayOptions,
    private readonly ports: Ports,
  ) {
    const { databaseUrl: url, kafka, logger } = options;
    this.#store = new PostgresEventStore({ url, applicationName: 'countersign relay' });
    this.#reader = new SharedReader(eventSource(this.#store), { pageMax: options.pageMax ?? 500 });
    this.#listener = new Listener(url, { countersign_events: (upTo) => this.#reader.ring(upTo) });
    this.#locks = new ServiceLocks(url, ports);
    this.#bus = new KafkaBus(kafka, logger);
    const parking = new ParkedMessages((name, text, values) => this.#store.query(name, text, values));
    this.#pages = new PageSender({ bus: this.#bus, parking, ports, logger });
    const look = () => this.#progress();
    this.#watch = new StallWatch({ reader: 'relay', look, clock: ports.clock, logger });
  }

  start(): void {
    const { signal } = this.#stopping;
    this.#reader.start();
    this.#listener.start();
    void this.#watch.run(signal);
    this.#running = this.#locks.hold({ service: 'relay', holder: (lost) => this.#hold(lost), signal });
  }

  get standing(): RelayStanding {
    return {
      status: this.#stopping.signal.aborted ? 'stopped' : this.#status,
      database: this.#reader.readTo === undefined || this.#reader.troubled ? 'down' : 'up',
      broker: this.#pages.brokerAnswers ? 'up' : 'down',
      reached: this.#reached,
      relayed: this.#pages.relayed,
      parked: this.#pages.parked,
      ...(this.#watch.stall === undefined ? {} : { stall: this.#watch.stall }),
    };
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#stopping.abort();
    await this.#reader.stop();
    await this.#running;
    await Promise.all([this.#listener.stop(), this.#locks.close(), this.#bus.close()]);
    await this.#store.close();
  }

  /** As long as the lock is this process's. */
  async #hold(lost: AbortSignal): Promise<void> {
    const { logger } = this.options;
    for (let attempt = 1; !lost.aborted; attempt += 1) {
      try {
        this.#status = 'resuming';
        const from = await this.#resume();
        logger.info('relay.relaying', { position: from.position });
        this.#status = 'relaying';
        await this.#relay(from, lost);
      } catch (error) {
        logger.warn('relay.interrupted', { code: failureOf(error).code, attempt }, error);
        const ms = backoffMs(backoff, attempt, this.ports.randomness.fraction());
        await this.ports.clock.wait(ms, lost).catch(() => undefined);
      }
    }
    this.#status = 'standby';
    logger.info('relay.standby');
  }

  async #relay(from: Cursor, lost: AbortSignal): Promise<void> {
    const limit = this.options.pageMax ?? 500;
    // What an earlier holding knew of the streams may not be what is on the topics now.
    const records = new RelayedRecords(this.#bus);
    let reached = from;
    this.#reached = from;
    for await (const { items, cursor } of this.#reader.follow(from, { limit, signal: lost })) {
      await this.#pages.send(items, { records, reached, lost });
      if (lost.aborted) return;
      reached = cursor;
      this.#reached = cursor;
    }
  }

  /** A standby has nothing to do; whoever still looks where the topics end has everything to do. */
  async #progress(): Promise<Progress> {
    if (this.#status === 'standby') return { lag: 0, mark: 0n };
    const { readable } = await this.#store.head();
    const mark = BigInt(this.#reached?.position ?? 0);
    return { lag: Math.max(0, Number(BigInt(readable.position) - mark)), mark };
  }

  async #resume(): Promise<Cursor> {
    const { logger, kafka } = this.options;
    const found = await resumePoint({
      client: this.#bus.client,
      topics: eventTopics.map((topic) => this.#bus.topicName(topic)),
      groupId: `${kafka.topicPrefix ?? ''}countersign.relay.${this.ports.randomness.uuid()}`,
      ports: this.ports,
    });
    const { recorded } = await this.#store.head();
    if (compareCursors(found, recorded) <= 0) return found;
    // The topics know more than the store: it was put back to an earlier state. Sending all again leaves no gap.
    logger.error('relay.topics_ahead_of_store', { position: found.position });
    return START;
  }
}
