import type { RecordedEvent } from '@countersign/contracts';
import type pg from 'pg';
import type { SharedReader } from '../feed/shared-reader.js';
import type { Cursor, Page } from '../port.js';
import type { PostgresEventStore } from '../postgres-event-store.js';
import { codeOf } from '../store-error.js';
import { type ConnectionOptions, storePool } from '../store-pool.js';
import { changedStreams, type WholeStreams, wholeStreams } from './changed-streams.js';
import { type Generation, generationsOf, writeDocuments } from './generations.js';
import { pause } from './pause.js';
import { type Projection, projectStream } from './projection.js';
import { rebuild } from './rebuild.js';

export interface ReadModelRunnerOptions {
  /** Of the role `countersign_reader`, which alone writes read models. */
  connection: ConnectionOptions;
  store: PostgresEventStore;
  reader: SharedReader<RecordedEvent>;
  projections: readonly Projection[];
  /** Told when a projection cannot go on: an event it cannot read, named by `UnreadableEvent`. */
  onStopped?: (projection: string, error: unknown) => void;
}

/** This program is the older one of two; it must not turn the model back. */
class NewerReadModel extends Error {
  readonly code = 'newer_read_model';
}

/** Ends the inner loop: another process moved the model, so its cursor has to be read again. */
type Outcome = 'stopped' | 'look_again';
const RETRY_MS = 250;
/**
 * Between two writes of a model, and so how late a list may be while much changes; what changes after a pause is written
 * at once. Every change of a stream reads all of it again, so what changes again in this time is read once: with 64
 * proposals in flight on a busy machine, whose steps lie half a second apart, all processes together took a quarter
 * less than with 200 ms.
 */
const PACE_MS = 500;

/**
 * Keeps read models up to date. Each follows the shared reader by itself, so that one that stops does not hold
 * another back. Several processes may run the same ones: each page is written once.
 */
export class ReadModelRunner {
  readonly #pool: pg.Pool;
  readonly #stop = new AbortController();
  readonly #running = new Map<string, Promise<void>>();
  readonly #stopped = new Map<string, unknown>();
  readonly #turn = new Map<string, AbortController>();
  readonly #streams: WholeStreams;
  #pace: Promise<void> | undefined;

  constructor(private readonly options: ReadModelRunnerOptions) {
    // A crash may lose the last writes, each with the move of its cursor: they are made again from the record.
    const settings = { synchronous_commit: 'off' };
    this.#streams = wholeStreams(options.store);
    this.#pool = storePool({ ...options.connection, settings }, 2 + 2 * options.projections.length);
  }

  /** Starts every projection; one that is new or was revised is built first. Returns at once. */
  start(): void {
    for (const projection of this.options.projections) {
      if (this.#running.has(projection.name)) continue;
      this.#running.set(projection.name, this.#run(projection));
    }
  }

  /** Builds the model anew beside the live one and switches to it. */
  async rebuild(name: string): Promise<void> {
    const projection = this.options.projections.find((known) => known.name === name);
    if (projection === undefined) throw new Error(`There is no projection ${name}`);
    await rebuild(projection, { store: this.options.store, pool: this.#pool });
    this.#turn.get(name)?.abort();
  }

  /** Why a projection stopped, or undefined while it runs. */
  stoppedBecause(name: string): unknown {
    return this.#stopped.get(name);
  }

  /** Up to where events are in the live model; undefined before it was first built. */
  async builtTo(name: string): Promise<Cursor | undefined> {
    return (await this.#live(name))?.cursor;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const turn of this.#turn.values()) turn.abort();
    await Promise.all(this.#running.values());
    await this.#pool.end();
  }

  async #run(projection: Projection): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        const live = await this.#ready(projection);
        if ((await this.#follow(projection, live)) === 'stopped') return;
      } catch (error) {
        if (!isPassing(error)) {
          this.#stopped.set(projection.name, error);
          this.options.onStopped?.(projection.name, error);
          return;
        }
        await pause(RETRY_MS, this.#stop.signal);
      }
    }
  }

  async #ready(projection: Projection): Promise<Generation> {
    const live = await this.#live(projection.name);
    if (live?.revision === projection.revision) return live;
    if ((live?.revision ?? 0) > projection.revision) {
      throw new NewerReadModel(
        `${projection.name} is kept by a newer program, at revision ${live?.revision}`,
      );
    }
    return rebuild(projection, { store: this.options.store, pool: this.#pool });
  }

  async #live(name: string): Promise<Generation | undefined> {
    return (await generationsOf(this.#pool, name)).find(({ status }) => status === 'live');
  }

  async #follow(projection: Projection, live: Generation): Promise<Outcome> {
    const turn = new AbortController();
    this.#turn.set(projection.name, turn);
    if (this.#stop.signal.aborted) return 'stopped';
    let current = live;
    for await (const page of this.options.reader.follow(live.cursor, { limit: 500, signal: turn.signal })) {
      if (!(await this.#write(projection, current, page))) return 'look_again';
      current = { ...current, cursor: page.cursor };
      await this.#paced();
    }
    return turn.signal.aborted && !this.#stop.signal.aborted ? 'look_again' : 'stopped';
  }

  /** The models write at the same moments, so that a stream that several are about is read once for all of them. */
  #paced(): Promise<void> {
    this.#pace ??= pause(PACE_MS, this.#stop.signal).then(() => {
      this.#pace = undefined;
    });
    return this.#pace;
  }

  async #write(projection: Projection, live: Generation, page: Page<RecordedEvent>): Promise<boolean> {
    const streams = await changedStreams(this.#streams, projection, page.items);
    const documents = streams.map((events) => projectStream(projection, events));
    return writeDocuments(this.#pool, live, { documents, cursor: page.cursor });
  }
}

/**
 * The database is away or overloaded (connection, rollback, resources, a lock or a statement that took too long),
 * or another process rebuilds this model: all of it passes.
 */
function isPassing(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return (
    code === 'store_unavailable' || code === 'rebuild_running' || /^(08|40|53|55P03|57|E[A-Z]+)/.test(code)
  );
}
