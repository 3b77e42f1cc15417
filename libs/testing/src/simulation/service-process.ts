import type { IngressMessage, Ports, RecordedEvent } from '@countersign/contracts';
import { type Cursor, START } from '@countersign/event-store';
import {
  Consumer,
  type Delivery,
  eventDelivery,
  LowWaterMark,
  type MemoryTimer,
  messageDelivery,
  type Rule,
  timerDelivery,
} from '@countersign/messaging/simulation';
import type { Log } from '@countersign/telemetry';
import type { Container } from './container.js';
import type { MemoryParking } from './memory-parking.js';
import type { Machine } from './process-ports.js';
import type { Owner } from './scheduler.js';
import type { WebRequest } from './web-request.js';

export interface KeptMessage {
  readonly message: IngressMessage;
  readonly position: number;
}

/** What a service has in the database beside its events, whichever process of it runs. */
export interface Seat {
  readonly service: string;
  checkpoint: { events: Cursor; messages: number };
}

export interface ProcessOptions {
  readonly owner: Owner;
  readonly machine: Machine;
  readonly container: Container;
  readonly ports: Ports;
  readonly parking: MemoryParking;
  readonly seat: Seat;
  readonly logger: Log;
  /** Commits the offset before the work is done. For showing that this would be found. */
  readonly commitsFirst: boolean;
  eventsAfter(cursor: Cursor): { events: readonly RecordedEvent[]; cursor: Cursor };
  messagesAfter(position: number): readonly KeptMessage[];
}

interface Reading {
  events: Cursor;
  messages: number;
}

const busFaults = ['doubled_message', 'lost_message', 'held_message'];

/**
 * One process of one service: hears what the store holds, from the last committed offset on, and runs the rules. What
 * it has heard and not committed when it dies is heard again by its successor.
 */
export class ServiceProcess {
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly #consumer: Consumer;
  #eventMark: LowWaterMark<Cursor>;
  #messageMark: LowWaterMark<number>;
  readonly #held = new Map<string, (() => void)[]>();
  readonly #lost = new Set<string>();
  readonly #timersInHand = new Set<number>();
  #reading: Reading;
  #asked = false;
  #commits = false;
  #isOver = false;

  constructor(readonly options: ProcessOptions) {
    const { container, seat, ports, logger, parking } = options;
    this.rules = container.rules();
    this.#consumer = new Consumer({
      service: seat.service,
      rulesOf: (pattern) => this.rules.get(pattern) ?? [],
      parking,
      storeAnswers: () => ports.clock.wait(100),
      ports,
      logger,
      counts: { handled: 0, rejected: 0, retried: 0, parked: 0, halted: 0 },
      parallelMax: 8,
    });
    this.#reading = { ...seat.checkpoint };
    [this.#eventMark, this.#messageMark] = this.#marks();
  }

  async open(): Promise<void> {
    await this.#consumer.open();
    this.wake();
  }

  /** There is something new in the store. A service without a rule has nothing to hear. */
  wake(): void {
    if (this.#asked || this.#isOver || this.rules.size === 0) return;
    this.#asked = true;
    const { machine, owner } = this.options;
    machine.scheduler.after(owner, 2, 'read what is new', () => {
      this.#asked = false;
      if (!this.#isOver) this.#read();
    });
  }

  /** Somebody else hears for this service by now. What runs goes on to its end. */
  stop(): void {
    this.#isOver = true;
    void this.#consumer.stop();
  }

  hasTimer(task: string): boolean {
    return this.rules.has(`timer.${task}`);
  }

  /** A timer is due. It stays until it was heard, so that a process that dies with it does not lose it. */
  fire(timer: MemoryTimer, done: () => void): void {
    if (this.#isOver || this.#timersInHand.has(timer.id)) return;
    this.#timersInHand.add(timer.id);
    const fired = timer.payload as unknown as Parameters<typeof timerDelivery>[1];
    this.#consumer.deliver(timerDelivery(timer.task, fired), () => {
      this.#timersInHand.delete(timer.id);
      done();
    });
  }

  request(request: WebRequest, prefix: string | undefined): Promise<unknown> {
    return this.options.container.request(request, prefix);
  }

  retry(parked: Parameters<Consumer['retry']>[0]): void {
    if (!this.#isOver) this.#consumer.retry(parked);
  }

  #read(): void {
    const { events, cursor } = this.options.eventsAfter(this.#reading.events);
    const page = this.#eventMark.page(cursor);
    for (const event of events) this.#take(eventDelivery(event), page);
    this.#reading.events = cursor;
    page.settle();
    const messages = this.options.messagesAfter(this.#reading.messages);
    const last = messages.at(-1)?.position ?? this.#reading.messages;
    const batch = this.#messageMark.page(last);
    for (const { message, position } of messages)
      this.#take(messageDelivery(message, { position: String(position) }), batch);
    this.#reading.messages = last;
    batch.settle();
  }

  #take(delivery: Delivery, page: { add(): void; settle(): void }): void {
    if (!this.rules.has(delivery.pattern)) return;
    const { machine, owner, seat, commitsFirst } = this.options;
    page.add();
    if (this.#lost.has(delivery.order)) return;
    const settle = () => page.settle();
    const label = `hear ${delivery.pattern}`;
    const fault = machine.faults.choose({ service: seat.service, label }, busFaults);
    if (fault !== undefined) machine.noted(owner, label, fault.kind);
    if (fault?.kind === 'lost_message') {
      this.#lose(delivery.order, fault.ms);
      return;
    }
    const deliver = () => {
      this.#consumer.deliver(delivery, commitsFirst ? () => undefined : settle);
      if (fault?.kind === 'doubled_message') this.#consumer.deliver(delivery, () => undefined);
      if (commitsFirst) settle();
    };
    const behind = this.#held.get(delivery.order);
    if (behind !== undefined) behind.push(deliver);
    else if (fault?.kind === 'held_message') this.#hold(delivery.order, fault.ms, deliver);
    else deliver();
  }

  /** One stream is late, and the others are not. */
  #hold(order: string, ms: number, deliver: () => void): void {
    const { machine, owner } = this.options;
    this.#held.set(order, [deliver]);
    machine.scheduler.after(owner, ms, 'give what was held', () => {
      const waiting = this.#held.get(order) ?? [];
      this.#held.delete(order);
      for (const each of waiting) each();
    });
  }

  /** It never arrives in this session, nor does what follows it; the next session begins at the committed offset. */
  #lose(order: string, ms: number): void {
    const { machine, owner, seat } = this.options;
    this.#lost.add(order);
    machine.scheduler.after(owner, ms, 'begin a new session', () => {
      if (this.#isOver) return;
      this.#lost.delete(order);
      this.#reading = { ...seat.checkpoint };
      [this.#eventMark, this.#messageMark] = this.#marks();
      this.#read();
    });
  }

  #marks(): [LowWaterMark<Cursor>, LowWaterMark<number>] {
    const { events, messages } = this.options.seat.checkpoint;
    const settled = () => this.#commitSoon();
    return [new LowWaterMark(events, settled), new LowWaterMark(messages, settled)];
  }

  #commitSoon(): void {
    if (this.#commits) return;
    this.#commits = true;
    const { machine, owner, seat, ports } = this.options;
    const inMs = 20 + Math.floor(ports.randomness.fraction() * 200);
    machine.scheduler.after(owner, inMs, 'commit the offset', () => {
      this.#commits = false;
      if (this.#isOver) return;
      const isFurther = Number(this.#eventMark.cursor.position) >= Number(seat.checkpoint.events.position);
      if (!isFurther) return;
      seat.checkpoint = { events: this.#eventMark.cursor, messages: this.#messageMark.cursor };
    });
  }
}

export function newSeat(service: string): Seat {
  return { service, checkpoint: { events: START, messages: 0 } };
}
