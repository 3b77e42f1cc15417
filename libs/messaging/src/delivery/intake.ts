import type { Cursor, SharedReader } from '@countersign/event-store';
import type { Consumer } from './consumer.js';
import type { Delivery } from './delivery.js';
import { LowWaterMark } from './low-water-mark.js';

export interface IntakeOptions<Item extends Cursor> {
  readonly reader: SharedReader<Item>;
  readonly from: Cursor;
  readonly consumer: Consumer;
  /** Undefined for what this service has no rule for. */
  deliveryOf(item: Item): Delivery | undefined;
  /** Messages in hand at a time; beyond it no more are taken from the reader. */
  readonly inFlightMax?: number;
}

/** From the process's reader into one service, in order, no faster than the service can take it. */
export class Intake<Item extends Cursor> {
  readonly #mark: LowWaterMark<Cursor>;
  #room = Promise.withResolvers<void>();

  constructor(private readonly options: IntakeOptions<Item>) {
    this.#mark = new LowWaterMark(options.from, () => this.#room.resolve());
  }

  /** Everything up to here is handled or set aside. */
  get reached(): Cursor {
    return this.#mark.cursor;
  }

  /** Until the service stops. */
  async run(): Promise<void> {
    const { reader, from, consumer, deliveryOf, inFlightMax = 2_000 } = this.options;
    const { stopping } = consumer;
    const onStop = () => this.#room.resolve();
    stopping.addEventListener('abort', onStop, { once: true });
    for await (const { items, cursor } of reader.follow(from, { limit: 200, signal: stopping })) {
      const page = this.#mark.page(cursor);
      for (const item of items) {
        const delivery = deliveryOf(item);
        if (delivery === undefined) continue;
        page.add();
        consumer.deliver(delivery, () => page.settle());
      }
      page.settle();
      while (this.#mark.inFlight > inFlightMax && !stopping.aborted) {
        this.#room = Promise.withResolvers<void>();
        await this.#room.promise;
      }
    }
  }
}
