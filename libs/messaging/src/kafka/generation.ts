import type { OffsetsByTopicPartition } from 'kafkajs';
import { LowWaterMark, type Page } from '../delivery/low-water-mark.js';

type Commit = (offsets: OffsetsByTopicPartition) => Promise<void>;

interface Held {
  /** By the name its topic has on the broker. */
  readonly topic: string;
  readonly partition: number;
  /** The offset to go on from: everything below it is handled or set aside durably. */
  readonly mark: LowWaterMark<bigint>;
  committed: bigint;
  /** The end of the partition as last seen. */
  end: bigint;
  resume: (() => void) | undefined;
}

/** Messages of one partition in hand at a time; beyond it the partition is paused. */
const inFlightMax = 1_000;

/** The partitions this member holds between two rebalances: what is in hand of each, and how far each has come. */
export class Generation {
  readonly #held = new Map<string, Held>();
  #ended = false;
  #running = 0;
  #idle: (() => void) | undefined;
  #commit: Commit | undefined;
  #committing: Promise<void> = Promise.resolve();

  /** False once the partitions are somebody else's: nothing of this generation begins any more. */
  get current(): boolean {
    return !this.#ended;
  }

  /** Messages not handled or set aside, as far as the broker has told. */
  get lag(): number {
    let lag = 0n;
    for (const { mark, end } of this.#held.values()) if (end > mark.cursor) lag += end - mark.cursor;
    return Number(lag);
  }

  /** Commits go through the last payload's way, which does not try again by itself. */
  commitBy(commit: Commit): void {
    this.#commit = commit;
  }

  /** A page that begins and ends at these offsets; `pause` is called when too much of the partition is in hand. */
  page(
    at: { readonly topic: string; readonly partition: number; readonly from: bigint; readonly to: bigint },
    { end, pause }: { readonly end: bigint; readonly pause: () => () => void },
  ): Page {
    const held = this.#partition(at);
    held.end = end;
    const page = held.mark.page(at.to);
    if (held.mark.inFlight > inFlightMax) held.resume ??= pause();
    return page;
  }

  began(): void {
    this.#running += 1;
  }

  finished(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#idle?.();
  }

  /** Commits what moved. A commit that fails costs repetitions, nothing else; the next one carries more. */
  commit(): Promise<void> {
    this.#committing = this.#committing.then(() => this.#commitNow()).catch(() => undefined);
    return this.#committing;
  }

  /** Lets nothing begin; resolves when nothing runs. */
  end(): Promise<void> {
    this.#ended = true;
    for (const { resume } of this.#held.values()) resume?.();
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#idle = resolve;
    });
  }

  async #commitNow(): Promise<void> {
    const moved = [...this.#held.values()]
      .map((held) => ({ held, reached: held.mark.cursor }))
      .filter(({ held, reached }) => reached > held.committed);
    if (moved.length === 0 || this.#commit === undefined) return;
    const topics = moved.map(({ held: { topic, partition }, reached }) => ({
      topic,
      partitions: [{ partition, offset: String(reached) }],
    }));
    await this.#commit({ topics: merged(topics) });
    for (const { held, reached } of moved) held.committed = reached;
  }

  #partition({ topic, partition, from }: { topic: string; partition: number; from: bigint }): Held {
    const key = `${topic}/${partition}`;
    const known = this.#held.get(key);
    if (known !== undefined) return known;
    const held: Held = {
      topic,
      partition,
      committed: from,
      end: from,
      resume: undefined,
      mark: new LowWaterMark<bigint>(from, () => this.#made(held)),
    };
    this.#held.set(key, held);
    return held;
  }

  /** Room for more of a paused partition. */
  #made(held: Held): void {
    if (held.resume === undefined || held.mark.inFlight > inFlightMax / 2) return;
    held.resume();
    held.resume = undefined;
  }
}

function merged(topics: OffsetsByTopicPartition['topics']): OffsetsByTopicPartition['topics'] {
  const byTopic = new Map<string, OffsetsByTopicPartition['topics'][number]>();
  for (const { topic, partitions } of topics) {
    const known = byTopic.get(topic);
    if (known === undefined) byTopic.set(topic, { topic, partitions: [...partitions] });
    else known.partitions.push(...partitions);
  }
  return [...byTopic.values()];
}
