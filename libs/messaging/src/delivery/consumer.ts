import type { Ports } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';
import { type Failure, failureOf } from '../failure/failure.js';
import type { Delivery } from './delivery.js';
import { Gate } from './gate.js';
import { hear, type Rule } from './hear.js';
import { type Hearer, hearing, single, type Taken } from './hearing.js';
import { type Job, Lanes } from './lanes.js';
import type { Parked, Parking } from './parking.js';
import { type Aside, Tries } from './tries.js';

export interface ConsumerOptions {
  readonly service: string;
  rulesOf(pattern: string): readonly Rule[];
  readonly parking: Parking;
  /** Resolves when the store answers. */
  storeAnswers(): Promise<void>;
  readonly ports: Ports;
  readonly logger: Log;
  /** Counted on from one session to the next. */
  readonly counts: Counts;
  /** Streams handled at a time. */
  readonly parallelMax?: number;
}

export interface Counts {
  handled: number;
  rejected: number;
  retried: number;
  parked: number;
  halted: number;
}

/** Of the streams handled at a time, what one tenant may take of them: of 42, 32. */
const tenantShare = 0.75;

/**
 * One service's hearing, whatever the transport: order within a stream, streams in parallel, and each kind of
 * failure treated as `treatments.ts` says. A delivery is settled when it is handled or set aside durably.
 */
export class Consumer {
  readonly counts: Counts;
  readonly #stopping = new AbortController();
  readonly #lanes: Lanes;
  readonly #gate: Gate;
  readonly #halted = new Set<string>();
  readonly #retrying = new Set<string>();
  readonly #hearer: Hearer;

  constructor(private readonly options: ConsumerOptions) {
    const { ports, storeAnswers, parallelMax = 42 } = options;
    this.counts = options.counts;
    const { signal } = this.#stopping;
    this.#gate = new Gate(ports, storeAnswers, signal);
    const ofOneTenantMax = Math.ceil(parallelMax * tenantShare);
    this.#lanes = new Lanes({ parallelMax, ofOneTenantMax, wait: (ms) => ports.clock.wait(ms, signal) });
    this.#hearer = {
      newTries: () => new Tries(ports.randomness),
      mayGoOn: () => this.#mayGoOn(),
      isHalted: (order) => this.#isHalted(order),
      hear: (delivery) => this.#hear(delivery),
      judge: (failure, tries, delivery) => this.#judge(failure, tries, delivery),
      setAside: (delivery, aside) => this.#setAside(delivery, aside),
      away: (error) => this.#away(error),
    };
  }

  get halted(): number {
    return this.#halted.size;
  }

  /** Fires when no job will begin any more. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Reads which streams are halted. Before the first delivery, and whenever it may hear other streams than before. */
  async open(): Promise<void> {
    for (const order of await this.options.parking.haltedOrders(this.options.service))
      this.#halted.add(order);
  }

  hears(pattern: string): boolean {
    return this.options.rulesOf(pattern).length > 0;
  }

  /** `settled` is called once, when the delivery is handled or set aside; not at all if the service stops first. */
  deliver(delivery: Delivery, settled: () => void): void {
    this.take(single(delivery, settled));
  }

  /** Something whose deliveries are only known in its turn, or that may be given away before it. */
  take(taken: Taken): void {
    this.#lanes.push(hearing(taken, this.#hearer));
  }

  /** An operator's wish: a halted stream goes on from its first message, a parked message is heard once more. */
  retry(parked: Parked): void {
    const { order } = parked.delivery;
    const key = parked.status === 'parked' ? parked.id : order;
    if (this.#retrying.has(key)) return;
    this.#retrying.add(key);
    const ended = () => this.#retrying.delete(key);
    this.#lanes.push(parked.status === 'parked' ? this.#once(parked, ended) : this.#release(parked, ended));
  }

  /** Nothing begins from now on; resolves when what runs has ended. */
  stop(): Promise<void> {
    this.#stopping.abort(new Error('The service stops.'));
    return this.#lanes.stop();
  }

  /** Once the store is there again; false when the service stopped meanwhile. */
  async #mayGoOn(): Promise<boolean> {
    if (!this.#gate.closed) return true;
    await this.#gate.passed();
    return !this.stopping.aborted;
  }

  /** Another process may have heard the stream, and let it go on, since this one saw it halted. */
  async #isHalted(order: string): Promise<boolean> {
    if (!this.#halted.has(order)) return false;
    const first = await this.options.parking.firstInOrder(this.options.service, order);
    if (first === undefined) this.#halted.delete(order);
    return first !== undefined;
  }

  #away(error: unknown): void {
    this.options.logger.warn('consumer.store_away', { code: failureOf(error).code }, error);
    this.#gate.close();
  }

  /** Undefined: handled. A number: another try after so many milliseconds. */
  #judge(failure: Failure | undefined, tries: Tries, delivery: Delivery): number | Aside | undefined {
    if (failure === undefined) {
      this.counts.handled += 1;
      return undefined;
    }
    const verdict = tries.after(failure, delivery.source);
    if (verdict === 'store_away') {
      this.#gate.close();
      return tries.whileAway();
    }
    if (verdict === 'done') this.counts.rejected += 1;
    else if (typeof verdict === 'number') this.counts.retried += 1;
    this.#report(failure, verdict, delivery);
    return verdict === 'done' ? undefined : verdict;
  }

  #hear(delivery: Delivery): Promise<Failure | undefined> {
    return hear(delivery, this.options.rulesOf(delivery.pattern));
  }

  async #setAside(delivery: Delivery, aside: Aside): Promise<boolean> {
    try {
      await this.options.parking.park({ service: this.options.service, delivery, ...aside });
    } catch (error) {
      this.options.logger.warn('consumer.parking_failed', { code: failureOf(error).code }, error);
      this.#gate.close();
      return false;
    }
    if (aside.status === 'halted') this.#halted.add(delivery.order);
    this.counts[aside.status === 'parked' ? 'parked' : 'halted'] += 1;
    return true;
  }

  #once(parked: Parked, ended: () => void): Job {
    return this.#reheard(parked.delivery, ended, async (first) => (first ? parked : undefined));
  }

  /** The halted message and all that wait behind it, in order, until one halts again or none is left. */
  #release({ delivery }: Parked, ended: () => void): Job {
    const { order } = delivery;
    return this.#reheard(delivery, ended, async () => {
      const next = await this.options.parking.firstInOrder(this.options.service, order);
      if (next === undefined) this.#halted.delete(order);
      return next;
    });
  }

  #reheard(
    { order, tenant }: Delivery,
    ended: () => void,
    nextOf: (first: boolean) => Promise<Parked | undefined>,
  ): Job {
    let first = true;
    let current: Parked | undefined;
    let tries = new Tries(this.options.ports.randomness);
    const run = async (): Promise<'done' | number> => {
      if (!(await this.#mayGoOn())) return 0;
      current ??= await nextOf(first);
      if (current === undefined) return 'done';
      first = false;
      const next = this.#judge(await this.#hear(current.delivery), tries, current.delivery);
      if (typeof next === 'number') return next;
      if (next === undefined) await this.options.parking.settle(current.id);
      else {
        const status = current.status === 'parked' ? 'parked' : next.status;
        await this.options.parking.update(current.id, { ...next, status });
        if (status === 'halted') return 'done';
      }
      current = undefined;
      tries = new Tries(this.options.ports.randomness);
      return 0;
    };
    return {
      order,
      tenant,
      run: async () => {
        const after = await run().catch((error: unknown) => {
          this.options.logger.warn('consumer.retry_failed', { code: failureOf(error).code }, error);
          this.#gate.close();
          return tries.whileAway();
        });
        if (after === 'done') ended();
        return after;
      },
    };
  }

  #report(failure: Failure, verdict: 'done' | number | Aside, delivery: Delivery): void {
    const { service, logger } = this.options;
    const fields = {
      pattern: delivery.pattern,
      tenant: delivery.tenant,
      class: failure.failureKind,
      code: failure.code,
    };
    if (verdict === 'done') logger.info('consumer.rejected', fields);
    else if (typeof verdict === 'number')
      logger.info('consumer.tries_again', { ...fields, delayMs: verdict });
    else
      logger.error(
        `consumer.${verdict.status}`,
        { ...fields, reader: service, eventId: delivery.id },
        failure.cause ?? failure,
      );
  }
}
