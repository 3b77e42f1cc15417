import { randomBytes, randomUUID } from 'node:crypto';
import type { Instant } from '@countersign/domain';

/**
 * What a handler may not reach for by itself: time, chance and the network. They are handed in at the
 * start, so that the same handlers run unchanged inside a simulation driven by one seed. The database
 * is the fourth port: the `EventStore` of libs/event-store.
 */
export interface Ports {
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly network: Network;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  nowMs(): number;
  /** The same as an ISO 8601 instant in UTC. */
  now(): Instant;
  /** Resolves after this many milliseconds of this clock; rejects with the signal's reason if it is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Randomness {
  uuid(): string;
  /** In [0, 1). */
  fraction(): number;
  bytes(count: number): Uint8Array;
}

export interface Network {
  readonly fetch: typeof globalThis.fetch;
}

/** The ports of a real process. */
export function systemPorts(): Ports {
  return {
    clock: { nowMs: () => Date.now(), now: () => new Date().toISOString(), wait },
    randomness: {
      uuid: () => randomUUID(),
      fraction: () => Math.random(),
      bytes: (count) => randomBytes(count),
    },
    network: { fetch: (input, init) => globalThis.fetch(input, init) },
  };
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
