import { type Ports, type RecordedEvent, topics } from '@countersign/contracts';
import type { Cursor } from '@countersign/event-store';
import type { Log } from '@countersign/telemetry';
import { eventDelivery } from '../../delivery/delivery.js';
import type { Parking } from '../../delivery/parking.js';
import { failureOf } from '../../failure/failure.js';
import { backoffMs } from '../../failure/treatments.js';
import type { KafkaBus } from '../bus.js';
import { withDeadLetters } from '../dead-letters.js';
import { tooLarge } from '../sender.js';
import type { RelayedRecords } from './relayed-records.js';

export interface PageSenderOptions {
  readonly bus: KafkaBus;
  readonly parking: Parking;
  readonly ports: Ports;
  readonly logger: Log;
}

export interface Page {
  readonly records: RelayedRecords;
  /** Everything up to here is on its topic. */
  readonly reached: Cursor;
  /** Fires when somebody else may be relaying. */
  readonly lost: AbortSignal;
}

/** A request's content, well below what a broker takes for one batch by default (1 MB). */
const bytesMax = 400_000;
/** Tries of a row that the broker calls too large, before it is set aside. */
const largeTriesMax = 2;
const backoff = { baseMs: 100, ceilingMs: 3_000 };

/**
 * Sends events in their order, for as long as it takes: nothing after them is sent before they are confirmed. A row
 * the broker will never take is set aside, and the rows behind it go on.
 */
export class PageSender {
  readonly #parking: Parking;
  #relayed = 0;
  #parked = 0;
  #answers = true;

  constructor(private readonly options: PageSenderOptions) {
    const { bus, parking, ports } = options;
    const topicName = bus.topicName(topics.deadLetters);
    this.#parking = withDeadLetters(parking, { sender: bus.sender, topicName, ports });
  }

  get relayed(): number {
    return this.#relayed;
  }

  get parked(): number {
    return this.#parked;
  }

  get brokerAnswers(): boolean {
    return this.#answers;
  }

  /** Resolves when all of it is on its topics or set aside, or when the lock is lost. */
  async send(events: readonly RecordedEvent[], page: Page): Promise<void> {
    let { reached } = page;
    for (const part of partsOf(events)) {
      await this.#surely(part, { ...page, reached });
      if (page.lost.aborted) return;
      const last = part.at(-1);
      if (last !== undefined) reached = { transactionId: last.transactionId, position: last.position };
    }
  }

  async #surely(events: readonly RecordedEvent[], page: Page): Promise<void> {
    let largeTries = 0;
    await this.#untilDone(page.lost, async () => {
      try {
        await this.#once(events, page);
      } catch (error) {
        if (failureOf(error).code !== tooLarge) throw error;
        if (events.length > 1) return this.#eachAlone(events, page);
        largeTries += 1;
        if (largeTries < largeTriesMax) throw error;
        await this.#setAside(events, largeTries);
      }
    });
  }

  /** One of them is too large, or all of them together: alone each shows which. */
  async #eachAlone(events: readonly RecordedEvent[], page: Page): Promise<void> {
    for (const event of events) {
      await this.#surely([event], page);
      if (page.lost.aborted) return;
    }
  }

  async #once(events: readonly RecordedEvent[], { records, reached }: Page): Promise<void> {
    const messages = await records.of(events, reached);
    if (messages.length > 0) await this.options.bus.sender.send(messages);
    this.#relayed += events.length;
  }

  async #setAside(events: readonly RecordedEvent[], attempts: number): Promise<void> {
    for (const event of events) {
      await this.#parking.park({
        service: 'relay',
        delivery: eventDelivery(event),
        status: 'parked',
        kind: 'poison',
        code: tooLarge,
        reason: 'The event is larger than its topic takes. Services read it from the store.',
        attempts,
      });
      this.#parked += 1;
      const { tenant, stream, version, type: eventType } = event;
      this.options.logger.error('relay.parked', { tenant, stream, version, eventType, code: tooLarge });
    }
  }

  /** The broker or the store may be away for as long as they like. */
  async #untilDone(lost: AbortSignal, work: () => Promise<void>): Promise<void> {
    const { ports, logger } = this.options;
    for (let attempt = 1; !lost.aborted; attempt += 1) {
      try {
        await work();
        this.#answers = true;
        return;
      } catch (error) {
        const { code } = failureOf(error);
        this.#answers = code === tooLarge;
        logger.warn('relay.tries_again', { code, attempt }, error);
        const ms = backoffMs(backoff, attempt, ports.randomness.fraction());
        await ports.clock.wait(ms, lost).catch(() => undefined);
      }
    }
  }
}

function* partsOf(events: readonly RecordedEvent[]): Generator<readonly RecordedEvent[]> {
  let part: RecordedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(JSON.stringify(event.data)) + 1_000;
    if (part.length > 0 && bytes + size > bytesMax) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(event);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
