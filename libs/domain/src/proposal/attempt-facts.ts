import type { Digest, Instant, OperationId } from '../identifiers.js';
import type { Receipt } from './events.js';

/** The intent to call, on record before the call. */
export interface Start {
  readonly attempt: number;
  readonly operationId: OperationId;
  readonly digest: Digest;
  readonly worker: string;
  readonly startedAt: Instant;
  /**
   * By the settings of whoever sends: from then on its request cannot arrive any more, and a look that finds nothing may
   * be believed. Whoever looks runs by settings of its own. Left out by releases that did not write it.
   */
  readonly settlesAt?: Instant;
  readonly permission: string;
}

/** Why an approved action is not sent now. */
export interface Hold {
  /** Calls started so far; the hold may come before the first one. */
  readonly attempt: number;
  readonly code: 'stopped' | 'circuit_open' | 'beside_changed';
  /** The target system it would have been sent to. */
  readonly system: string;
  /** The stop that holds it, as its stream is named: `tenant`, `target-payments`; `none` for any other cause. */
  readonly stop: string;
  /** When it is looked at again by itself; what is stopped waits for its release, or for its permission to lapse. */
  readonly retryAt: Instant | 'when_released';
  readonly at: Instant;
}

export interface LateResult {
  readonly attempt: number;
  readonly worker: string;
  readonly class: 'succeeded' | 'rejected' | 'transient' | 'unknown';
  readonly code: string;
  readonly receipt?: Receipt;
  readonly at: Instant;
}
