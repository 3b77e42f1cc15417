import type { Instant } from '../identifiers.js';
import type { JsonObject } from '../json.js';

/**
 * How long after `ExecutionStarted` a call may still leave. A worker that slept longer sends nothing any more,
 * because whoever looks may have proven by then that nothing was sent. Milliseconds.
 */
export const sendWithinMs = (callTimeoutMs: number): number => callTimeoutMs;

/** How long after `ExecutionStarted` a request can still arrive: it left at the last moment and took all its time. */
export const lastArrivalMs = (callTimeoutMs: number): number => sendWithinMs(callTimeoutMs) + callTimeoutMs;

/** What the record says of sending, as far as it decides when an absence may be believed. */
export interface Sent {
  readonly lastSentAt: Instant | 'never';
  /** The latest that any sender wrote; left out where none did, as before there was a word for it. */
  readonly settlesAt?: Instant;
}

interface Recorded {
  readonly type: string;
  readonly data: JsonObject;
}

/** The calls that these events began. A longer window of an earlier sender holds for a later call, too. */
export function sentIn(events: readonly Recorded[]): Sent {
  const starts = events.filter(({ type }) => type === 'ExecutionStarted').map(({ data }) => data);
  const last = starts.at(-1)?.['startedAt'];
  const settlesAt = starts.map((start) => start['settlesAt']).reduce(laterOf, undefined);
  return {
    lastSentAt: last === undefined ? 'never' : String(last),
    ...(settlesAt === undefined ? {} : { settlesAt }),
  };
}

/** The later of two instants. What is none, as a damaged record may hold, is passed over. */
export function laterOf(one: Instant | undefined, other: unknown): Instant | undefined {
  if (typeof other !== 'string' || Number.isNaN(Date.parse(other))) return one;
  return one === undefined || Date.parse(one) < Date.parse(other) ? other : one;
}

/**
 * From when on nothing that was sent can still arrive, in milliseconds since 1970: by the window of whoever looks or by
 * the word of whoever sent, whichever is later. Their settings may differ, and the request is on its way by the
 * sender's. NaN where nothing was sent and nobody said.
 */
export function settledAtMs({ lastSentAt, settlesAt }: Sent, settleWindowMs: number): number {
  const byWindow = Date.parse(lastSentAt) + settleWindowMs;
  return settlesAt === undefined ? byWindow : Math.max(byWindow, Date.parse(settlesAt));
}
