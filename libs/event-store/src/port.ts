import type { NewEvent, RecordedEvent } from '@countersign/contracts';
import type { JsonObject } from '@countersign/domain';

/** A point in the global order. Position alone is not safe: a later number can commit first. */
export interface Cursor {
  transactionId: string;
  position: string;
}

/** Before the first event. */
export const START: Cursor = Object.freeze({ transactionId: '0', position: '0' });

/** A business key to hold until released; with an amount when it reserves a share of a capacity. */
export interface ClaimRequest {
  key: string;
  amountMinor?: number;
  currency?: string;
}

/** A job set in the same commit. `dueAt` is an instant, or milliseconds from the append by database time. */
export interface TimerRequest {
  task: string;
  key: string;
  payload: JsonObject;
  dueAt: string | { inMs: number };
}

/** One append to one stream. `expectedVersion` is exact; 0 means the stream must not exist. */
export interface Append {
  tenant: string;
  stream: string;
  expectedVersion: number;
  events: readonly NewEvent[];
  claims?: readonly ClaimRequest[];
  /** Claim keys held by this stream and given back; keys it does not hold are left alone. */
  releases?: readonly string[];
  timers?: readonly TimerRequest[];
  timersCancelled?: readonly string[];
  /** By database time; an append that comes later is answered `too_late`. */
  notAfter?: string;
}

/**
 * The store's answer, judged in this order: forbidden, duplicate, conflict, too_late, claimed, appended. What an event says
 * of claims (`reservationRules` of the contracts) is judged before `claimed`, on what the stream holds at this version.
 */
export type AppendAnswer =
  | { outcome: 'appended'; version: number; recordedAt: string }
  | { outcome: 'conflict'; version: number }
  | { outcome: 'duplicate'; version: number }
  | { outcome: 'claimed'; key: string; holder: string }
  /** The role may not append the type; with `rule`, not with the claims and releases that it came with or without. */
  | { outcome: 'forbidden'; type: string; rule?: string }
  | { outcome: 'too_late'; now: string };

/** A claim, held or released. */
export interface Claim {
  key: string;
  stream: string;
  version: number;
  amountMinor?: number;
  currency?: string;
  claimedAt: string;
  released: boolean;
  releasedAt?: string;
}

/** A page of the global order, and where to go on. */
export interface Page<Item> {
  items: Item[];
  cursor: Cursor;
}

/** Event types that streams can be looked up by; each needs its place in an index of the store. */
export type LookedUpType = 'ExecutionStarted' | 'ExecutionHeld' | 'Stopped';

/** The port every service uses. Expected refusals are answers; only infrastructure errors throw. */
export interface EventStore {
  append(request: Append): Promise<AppendAnswer>;
  readStream(tenant: string, stream: string, fromVersion?: number): Promise<RecordedEvent[]>;
  readAfter(cursor: Cursor, limit: number): Promise<{ events: RecordedEvent[]; cursor: Cursor }>;
  claimsUnder(tenant: string, prefix: string): Promise<Claim[]>;
  /**
   * The streams in which an event of this type was recorded at or after an instant of database time. Sees everything
   * committed before the question, unlike `readAfter`, which may wait for older transactions.
   */
  streamsWith(tenant: string, type: LookedUpType, since: string): Promise<string[]>;
  /**
   * The tenant that has this stream, or undefined. For the record of attempts by people who cannot be believed or
   * belong elsewhere; never to show or to decide anything.
   */
  tenantOf(stream: string): Promise<string | undefined>;
  /** Database time, the one clock of business deadlines: ISO 8601 in UTC with microseconds. */
  now(): Promise<string>;
}
