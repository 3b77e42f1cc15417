import { type RecordedEvent, upcast } from '@countersign/contracts';
import type { Loaded } from './answer.js';

/** How a category of streams is folded. */
export interface Fold<State> {
  readonly category: string;
  readonly initial: State;
  evolve(state: State, event: RecordedEvent): State;
}

interface Entry<State> {
  state: State;
  events: readonly RecordedEvent[];
  /** The highest version known to exist; above `events.length` the entry is known to be behind. */
  head: number;
  /** When its first event was read, in monotonic milliseconds. */
  readonly since: number;
}

/** A proposal's events take some 30 kB here, so this is about 100 MB a category at most. */
const streamsMax = 3_000;
/** Then a stream is read anew: with the 30 s a person's key is kept, the longest that someone forgotten stays readable. */
const keptForMs = 60_000;

/**
 * Folded streams by version, the least recently used dropped first. One serves all services of a process:
 * states are values, and who may append is the database's affair. A stale entry costs a conflict and a
 * read, never a wrong append.
 */
export class StreamCache<State> {
  readonly #entries = new Map<string, Entry<State>>();

  constructor(
    readonly fold: Fold<State>,
    private readonly max = streamsMax,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** An event from the reader: folded in if it is the next one, remembered as the head otherwise. */
  observe(event: RecordedEvent): void {
    if (!event.stream.startsWith(`${this.fold.category}-`)) return;
    const key = keyOf(event.tenant, event.stream);
    const known = this.#fresh(key);
    if (known === undefined && event.version !== 1) return;
    try {
      this.#extend(key, known ?? this.#empty(), [event]);
    } catch {
      // It cannot be folded here. Whoever needs the stream reads it and is told; the reader goes on.
      this.#entries.delete(key);
    }
  }

  /** What is known of a stream; `behind` says that more is known to exist. */
  find(tenant: string, stream: string): (Loaded<State> & { readonly behind: boolean }) | undefined {
    const key = keyOf(tenant, stream);
    const entry = this.#fresh(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const { state, events, head } = entry;
    return { state, events, version: events.length, behind: head > events.length };
  }

  /** Events read from the store, in order, some of them possibly known already. */
  extend(tenant: string, stream: string, events: readonly RecordedEvent[]): Loaded<State> {
    const key = keyOf(tenant, stream);
    const entry = this.#extend(key, this.#entries.get(key) ?? this.#empty(), events);
    return { state: entry.state, events: entry.events, version: entry.events.length };
  }

  /** This process appended up to here; the events themselves come back through the reader. */
  appended(tenant: string, stream: string, version: number): void {
    const entry = this.#entries.get(keyOf(tenant, stream));
    if (entry !== undefined) entry.head = Math.max(entry.head, version);
  }

  /** Somebody was forgotten: every stream is read anew. */
  clear(): void {
    this.#entries.clear();
  }

  #fresh(key: string): Entry<State> | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || this.nowMs() - entry.since < keptForMs) return entry;
    this.#entries.delete(key);
    return undefined;
  }

  #empty(): Entry<State> {
    return { state: this.fold.initial, events: [], head: 0, since: this.nowMs() };
  }

  #extend(key: string, from: Entry<State>, events: readonly RecordedEvent[]): Entry<State> {
    let { state } = from;
    const folded = [...from.events];
    let { head } = from;
    for (const recorded of events) {
      head = Math.max(head, recorded.version);
      if (recorded.version !== folded.length + 1) continue;
      const event = upcast(recorded);
      state = this.fold.evolve(state, event);
      folded.push(event);
    }
    const entry = { state, events: folded, head, since: from.since };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.max) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry;
  }
}

const keyOf = (tenant: string, stream: string): string => `${tenant}\n${stream}`;
