import { setTimeout as wait } from 'node:timers/promises';
import { caseStream, type RecordedEvent } from '@countersign/contracts';
import { type Cursor, codeOf, type PostgresEventStore } from '@countersign/event-store';
import { CommandRefused } from '../terminal/refusal.js';

const POLL_MS = 60;
const PAGE = 500;

export interface Watched {
  readonly store: Pick<PostgresEventStore, 'head' | 'readAfter'>;
  /** Whether the instance that writes the record still lives. */
  isRunning(): boolean;
  onEvent(event: RecordedEvent): void;
}

/**
 * The events of one case and of its proposals, as they are committed, read from the store as the auditor: a role
 * that may look at everything and change nothing.
 */
export class EventWatch {
  readonly seen: RecordedEvent[] = [];
  readonly #streams = new Set<string>();
  #cursor: Cursor;
  #next = 0;

  private constructor(
    private readonly watched: Watched,
    cursor: Cursor,
  ) {
    this.#cursor = cursor;
  }

  /** Begins where the record ends now: the new conversation's events are all behind that. */
  static async open(watched: Watched): Promise<EventWatch> {
    return new EventWatch(watched, (await watched.store.head()).readable);
  }

  follow(caseId: string): void {
    this.#streams.add(caseStream(caseId));
  }

  /**
   * The next event that fits, passing over those before it.
   * @throws CommandRefused when none comes within the time.
   */
  async until(
    what: string,
    fits: (event: RecordedEvent) => boolean,
    withinMs = 120_000,
  ): Promise<RecordedEvent> {
    for (const end = performance.now() + withinMs; performance.now() < end; ) {
      while (this.#next < this.seen.length) {
        const event = this.seen[this.#next];
        this.#next += 1;
        if (event !== undefined && fits(event)) return event;
      }
      if ((await this.#read()) === 0) await wait(POLL_MS);
    }
    throw new CommandRefused(
      `The demo stopped: ${what} did not happen within ${withinMs / 1_000} s. The log in the data folder may say why.`,
    );
  }

  async #read(): Promise<number> {
    const { events, cursor } = await this.#page();
    this.#cursor = cursor;
    const ours = events.filter((event) => this.#isOurs(event));
    for (const event of ours) {
      this.seen.push(event);
      this.watched.onEvent(event);
    }
    return events.length;
  }

  /** While the instance's process lives, a database that does not answer is slow: it is asked again. */
  #page(): ReturnType<Watched['store']['readAfter']> {
    return this.watched.store.readAfter(this.#cursor, PAGE).catch((error: unknown) => {
      if (codeOf(error) !== 'store_unavailable' || !this.watched.isRunning()) throw error;
      return { events: [], cursor: this.#cursor };
    });
  }

  #isOurs(event: RecordedEvent): boolean {
    const origin = event.data['origin'] as { caseId?: string } | undefined;
    if (event.type === 'ProposalDrafted' && this.#streams.has(caseStream(origin?.caseId ?? ''))) {
      this.#streams.add(event.stream);
    }
    return this.#streams.has(event.stream);
  }
}
