import type { FetchPort } from './fetch-port.js';

/** What every client needs. Nothing here has a default that could reach a real system by accident. */
export interface Connection {
  /** Scheme, host and port, without a path. */
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: FetchPort;
  /** For one request, until its answer has been read whole. */
  readonly timeoutMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** From 0 to 1, for the jitter between reads. Default `Math.random`. */
  readonly random?: () => number;
}

/** Where one system is, and the key that opens it. */
export interface Address {
  readonly url: string;
  readonly key: string;
}

/** The part of a process's ports that a connector uses. */
export interface ConnectionPorts {
  readonly network: { readonly fetch: FetchPort };
  readonly clock: { nowMs(): number };
  readonly randomness: { fraction(): number };
}

/** Connections of one process, all with its ports and one time-out a request, in milliseconds. */
export function connections(
  { network, clock, randomness }: ConnectionPorts,
  timeoutMs: number,
): (to: Address) => Connection {
  return ({ url, key }) => ({
    baseUrl: url,
    key,
    fetch: network.fetch,
    timeoutMs,
    now: () => clock.nowMs(),
    random: () => randomness.fraction(),
  });
}
