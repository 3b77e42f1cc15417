import type { RecordedEvent } from '@countersign/contracts';
import { eventSource, Listener, SharedReader } from '@countersign/event-store';
import { waitFor } from '@countersign/testing';
import type { System } from './system.js';

interface Waiting {
  readonly fits: (event: RecordedEvent) => boolean;
  readonly found: (event: RecordedEvent) => void;
}

/** Says that an event is committed, milliseconds after it is: rung by the database's own notification. */
export class CommitWatch {
  readonly #reader: SharedReader<RecordedEvent>;
  readonly #listener: Listener;
  readonly #waiting = new Set<Waiting>();
  readonly #stopping = new AbortController();
  #following: Promise<void> | undefined;

  private constructor(system: System) {
    this.#reader = new SharedReader(eventSource(system.store), { pollMs: 50 });
    this.#listener = new Listener(system.database.urls.countersign_auditor, {
      countersign_events: () => this.#reader.ring(),
    });
  }

  /** Sees every event that is committed from now on. */
  static async open(system: System): Promise<CommitWatch> {
    const watch = new CommitWatch(system);
    watch.#reader.start();
    watch.#listener.start();
    const from = await waitFor('the watch to read', () => watch.#reader.readTo);
    watch.#following = watch.#follow(from);
    return watch;
  }

  /** The next event that fits, of those committed from now on. */
  next(fits: (event: RecordedEvent) => boolean): Promise<RecordedEvent> {
    return new Promise((found) => this.#waiting.add({ fits, found }));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listener.stop();
    await this.#reader.stop();
    await this.#following;
  }

  async #follow(from: NonNullable<SharedReader<RecordedEvent>['readTo']>): Promise<void> {
    for await (const { items } of this.#reader.follow(from, { signal: this.#stopping.signal })) {
      for (const event of items) this.#show(event);
    }
  }

  #show(event: RecordedEvent): void {
    for (const one of this.#waiting) {
      if (!one.fits(event)) continue;
      this.#waiting.delete(one);
      one.found(event);
    }
  }
}
