/** How an event stands to what this process has seen of its stream. */
export interface Arrival {
  readonly order: string;
  readonly version: number;
  readonly partition: number;
  /** Where its producer put the event before it; undefined when the producer did not say. */
  readonly previousPartition: number | undefined;
}

/**
 * Order by stream version, not by arrival. Within a partition the topic keeps the order; after its layout changed an
 * event may lie in another partition than the one before it, and arrive first.
 */
export class StreamOrder {
  /** The highest version taken of each stream since the partitions were last given out. */
  readonly #taken = new Map<string, number>();
  /** Hashes by version of what was heard to its end. */
  readonly #heard = new Map<string, Map<number, string>>();

  constructor(private readonly streamsMax = 20_000) {}

  /**
   * The first version that should have come before this one and has not; undefined when it is this one's turn.
   * Whoever asks hears what is missing first, and then this one.
   */
  arrives(arrival: Arrival): number | undefined {
    const missing = this.#missingBefore(arrival);
    this.#take(arrival.order, Math.max(this.#taken.get(arrival.order) ?? 0, arrival.version));
    return missing;
  }

  /** An event without a rule goes by. What is missing before it stays missing. */
  passes(arrival: Arrival): void {
    const missing = this.#missingBefore(arrival);
    const reached = missing === undefined ? arrival.version : missing - 1;
    this.#take(arrival.order, Math.max(this.#taken.get(arrival.order) ?? 0, reached));
  }

  /** The same event was handled or set aside in this process already: a repetition. */
  wasHeard(order: string, { version, hash }: { readonly version: number; readonly hash: string }): boolean {
    return this.#heard.get(order)?.get(version) === hash;
  }

  noteHeard(order: string, { version, hash }: { readonly version: number; readonly hash: string }): void {
    const versions = this.#heard.get(order) ?? new Map<number, string>();
    bounded(versions, version, hash, 256);
    bounded(this.#heard, order, versions, this.streamsMax);
  }

  /** Partitions are given out anew: what was taken and not heard may come again, or go elsewhere. */
  handedOver(): void {
    this.#taken.clear();
  }

  #missingBefore({ order, version, partition, previousPartition }: Arrival): number | undefined {
    const known = this.#taken.get(order);
    if (known !== undefined) return version > known + 1 ? known + 1 : undefined;
    // What lies before it in its own partition was handled before this member was given the partition.
    if (version === 1 || previousPartition === partition) return undefined;
    const heard = Math.max(0, ...(this.#heard.get(order)?.keys() ?? []));
    return version > heard + 1 ? heard + 1 : undefined;
  }

  #take(order: string, version: number): void {
    bounded(this.#taken, order, version, this.streamsMax);
  }
}

/** The least recently set goes first. Forgetting costs a repetition, which is harmless. */
function bounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
