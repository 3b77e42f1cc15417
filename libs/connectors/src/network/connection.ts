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
