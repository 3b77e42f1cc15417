import type { FailureKind } from '../failure/failure.js';
import type { Delivery } from './delivery.js';

/**
 * `parked`: only this message is set aside. `halted`: its stream waits behind it. `waiting`: it is such a later
 * message. `handled`: it was heard after all.
 */
export type ParkedStatus = 'parked' | 'halted' | 'waiting' | 'handled';

/** A message set aside, with everything needed to judge it and to hear it again. */
export interface Parked {
  /** Decimal; the order of parking. */
  readonly id: string;
  readonly service: string;
  readonly status: ParkedStatus;
  readonly kind: FailureKind | 'order';
  readonly code: string;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  readonly delivery: Delivery;
}

export interface ToPark {
  readonly service: string;
  readonly delivery: Delivery;
  readonly status: Exclude<ParkedStatus, 'handled'>;
  readonly kind: FailureKind | 'order';
  readonly code: string;
  readonly reason: string;
  readonly attempts: number;
}

/** Where messages are set aside durably. Everything here is the same when done twice. */
export interface Parking {
  /** Sets aside what is not set aside already; resolves to the order keys' new standing only by being durable. */
  park(entry: ToPark): Promise<void>;
  /** Changes why and how something already set aside stands. */
  update(id: string, to: Pick<ToPark, 'status' | 'kind' | 'code' | 'reason' | 'attempts'>): Promise<void>;
  /** It was heard after all. */
  settle(id: string): Promise<void>;
  /** Order keys of the service that are halted. */
  haltedOrders(service: string): Promise<readonly string[]>;
  /** The halted or waiting message that comes first in an order, if any. */
  firstInOrder(service: string, order: string): Promise<Parked | undefined>;
  /** Takes what operators asked to be tried again, each once. */
  takeRetries(services: readonly string[]): Promise<readonly Parked[]>;
}
