import type { RecordedEvent } from '@countersign/contracts';
import type { EventStore } from '@countersign/event-store';

/** Which events to hear: one stream of a tenant, or all of a tenant that pass the filter. */
export interface Follow {
  readonly tenant: string;
  readonly stream: string;
  /** Versions up to and including this one are not repeated: the SSE `Last-Event-ID`. 0 for all. */
  readonly afterVersion?: number;
  readonly signal?: AbortSignal;
}

type Listener = (event: RecordedEvent) => void;

/** Newly committed events as this process hears them; nothing here is durable. */
export class LiveEvents {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** `storeOf` reads the past of a stream before the live events go on from it. */
  constructor(private readonly store: Pick<EventStore, 'readStream'>) {}

  /** Called by the host for every event its reader passes, in order. */
  deliver(event: RecordedEvent): void {
    const listeners = this.#listeners.get(keyOf(event));
    if (listeners !== undefined) for (const listener of listeners) listener(event);
  }

  /** Calls the listener for each event of a stream from now on; returns the way to stop it. */
  subscribe(of: { readonly tenant: string; readonly stream: string }, listener: Listener): () => void {
    const key = keyOf(of);
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(key) === listeners) this.#listeners.delete(key);
    };
  }

  /**
   * A stream from a version on, past and future, each event once and in order, until the signal fires.
   * Live events are kept from before the past is read, so nothing falls between the two.
   */
  async *follow({
    tenant,
    stream,
    afterVersion = 0,
    signal,
  }: Follow): AsyncGenerator<RecordedEvent, void, void> {
    const waiting: RecordedEvent[] = [];
    let wake = Promise.withResolvers<void>();
    const stop = this.subscribe({ tenant, stream }, (event) => {
      waiting.push(event);
      wake.resolve();
    });
    const onAbort = () => wake.resolve();
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      let version = afterVersion;
      waiting.unshift(...(await this.store.readStream(tenant, stream, version + 1)));
      while (signal?.aborted !== true) {
        for (const event of waiting.splice(0)) {
          if (event.version <= version) continue;
          if (event.version > version + 1) {
            // The listener began after this one was read past: the store has what is missing.
            waiting.unshift(...(await this.store.readStream(tenant, stream, version + 1)));
            break;
          }
          version = event.version;
          yield event;
          if (signal?.aborted) return;
        }
        if (waiting.length > 0) continue;
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    } finally {
      stop();
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

const keyOf = ({ tenant, stream }: { readonly tenant: string; readonly stream: string }): string =>
  `${tenant}\n${stream}`;
