import { eventTopics, type Ports, type Topic } from '@countersign/contracts';
import type { Log } from '@countersign/telemetry';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import type { Consumer } from '../delivery/consumer.js';
import type { Page } from '../delivery/low-water-mark.js';
import { Generation } from './generation.js';
import type { Assignment } from './member.js';
import { type KafkaRecord, recordOf } from './record.js';
import { type Finding, foundEvent, foundMessage } from './record-deliveries.js';

export interface IntakeOptions {
  readonly consumer: Consumer;
  readonly finding: Finding;
  /** By the names they have on the broker. */
  readonly topics: ReadonlyMap<string, Topic>;
  readonly ports: Ports;
  readonly logger: Log;
}

/** A mark every so many messages: one a message would cost more than the repetitions it saves. */
const pageMax = 50;
const commitEveryMs = 100;

/** From the partitions of this member into its service: in hand at once, committed when handled or set aside. */
export class KafkaIntake {
  #generation: Generation | undefined;
  #opened: Promise<void> = Promise.resolve();
  #assigned: Assignment = {};

  constructor(private readonly options: IntakeOptions) {}

  get assigned(): Assignment {
    return this.#assigned;
  }

  get lag(): number {
    return this.#generation?.lag ?? 0;
  }

  joined(assignment: Assignment): void {
    this.options.finding.order.handedOver();
    const generation = new Generation();
    this.#generation = generation;
    this.#assigned = assignment;
    this.#opened = this.#open(generation);
    const partitions = Object.values(assignment).reduce((sum, { length }) => sum + length, 0);
    this.options.logger.info('transport.partitions_given', { count: partitions });
  }

  /** Nothing more begins; waits for what runs, but not for ever, and commits how far everything came. */
  async leaving(withinMs: number): Promise<void> {
    const generation = this.#generation;
    if (generation === undefined) return;
    this.#generation = undefined;
    this.#assigned = {};
    await this.#within(withinMs, generation.end());
    await this.#within(2_000, generation.commit());
  }

  /** False when the partitions were given back meanwhile: then nothing of it is taken in hand. */
  async take({ batch, pause, heartbeat, commitOffsetsIfNecessary }: EachBatchPayload): Promise<boolean> {
    const generation = this.#generation;
    const topic = this.options.topics.get(batch.topic);
    if (generation === undefined || topic === undefined) return false;
    await this.#untilOpen(generation, heartbeat);
    if (!generation.current) return false;
    generation.commitBy(commitOffsetsIfNecessary);
    const { partition, messages } = batch;
    const end = BigInt(batch.highWatermark);
    for (let at = 0; at < messages.length; at += pageMax) {
      const part = messages.slice(at, at + pageMax);
      const last = at + pageMax >= messages.length ? batch.lastOffset() : part.at(-1)?.offset;
      const from = BigInt(part[0]?.offset ?? 0);
      const to = BigInt(last ?? 0) + 1n;
      const page = generation.page({ topic: batch.topic, partition, from, to }, { end, pause });
      for (const message of part) this.#takeOne({ topic, partition }, message, { generation, page });
      page.settle();
    }
    return true;
  }

  /** Until the signal fires; the last commit is made on leaving. */
  async commitAllAlong(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.options.ports.clock.wait(commitEveryMs, signal).catch(() => undefined);
      if (!signal.aborted) await this.#generation?.commit();
    }
  }

  #takeOne(
    at: Pick<KafkaRecord, 'topic' | 'partition'>,
    message: KafkaMessage,
    { generation, page }: { readonly generation: Generation; readonly page: Page },
  ): void {
    const { consumer, finding } = this.options;
    const record = recordOf(at, message);
    const found = carriesEvents(at.topic) ? foundEvent(record, finding) : foundMessage(record, finding);
    if (found === undefined) return;
    page.add();
    consumer.take({
      ...found,
      settled: () => page.settle(),
      wanted: () => generation.current,
      began: () => generation.began(),
      ended: () => generation.finished(),
    });
  }

  /** Which streams are halted may have changed in other hands. While the database is away, so is the answer. */
  async #open(generation: Generation): Promise<void> {
    const { consumer, ports } = this.options;
    while (generation.current && !consumer.stopping.aborted) {
      const read = await consumer.open().then(
        () => true,
        () => false,
      );
      if (read) return;
      await ports.clock.wait(250, consumer.stopping).catch(() => undefined);
    }
  }

  async #untilOpen(generation: Generation, heartbeat: () => Promise<void>): Promise<void> {
    const opened = this.#opened.then(() => true);
    while (generation.current && !(await this.#raced(opened))) await heartbeat();
  }

  async #raced(opened: Promise<boolean>): Promise<boolean> {
    const over = new AbortController();
    const waited = this.options.ports.clock.wait(500, over.signal).then(
      () => false,
      () => false,
    );
    const first = await Promise.race([opened, waited]);
    over.abort();
    return first;
  }

  async #within(ms: number, work: Promise<void>): Promise<void> {
    const over = new AbortController();
    const deadline = this.options.ports.clock.wait(ms, over.signal).catch(() => undefined);
    await Promise.race([work, deadline]);
    over.abort();
  }
}

const carriesEvents = (topic: Topic): boolean => (eventTopics as readonly Topic[]).includes(topic);
