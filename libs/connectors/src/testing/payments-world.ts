import type { Connection } from '../network/connection.js';

/** One thing to go wrong at the provider, for the next `times` requests (default 1). */
export interface PaymentFault {
  readonly on: 'write' | 'read';
  readonly kind:
    | 'request_lost'
    | 'response_lost'
    | 'status_429'
    | 'status_500'
    | 'status_503'
    | 'wrong_body'
    | 'delay'
    | 'down';
  readonly times?: number;
  readonly retryAfterSeconds?: number;
  readonly delayMs?: number;
  /** The effect happens before the fault shows. */
  readonly applied?: boolean;
}

export interface PaymentEffect {
  readonly operationId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

/** A write as it arrived: bytes and idempotency key. */
export interface SentRequest {
  readonly key: string | null;
  readonly body: string;
}

/** A payment provider and the hand that can make it misbehave. Records are the provider's own, not ours. */
export interface PaymentsWorld {
  /** Towards this provider, with a good key, its clock and a patient timeout. */
  readonly connection: Connection;
  moveClock(ms: number): void;
  /** A fresh captured charge; returns its id. Without a tenant it is of `fjordlight`. */
  charge(amountMinor: number, currency: string, tenant?: string): Promise<string>;
  dispute(chargeId: string): Promise<void>;
  /** Refunds of this charge begin as accepted and not settled. */
  settleLater(chargeId: string): Promise<void>;
  /** The bank's late word on a pending refund. */
  failRefund(refundId: string): Promise<void>;
  refundElsewhere(chargeId: string, amountMinor: number): Promise<void>;
  fault(fault: PaymentFault): Promise<void>;
  clearFaults(): Promise<void>;
  effects(chargeId: string): Promise<readonly PaymentEffect[]>;
  sent(chargeId: string): Promise<readonly SentRequest[]>;
  /** How many reads have arrived in all. */
  readsSeen(): Promise<number>;
  close(): Promise<void>;
}
