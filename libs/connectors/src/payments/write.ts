/**
 * Moves money. One call sends at most one request and never a second one: whether to try again is decided
 * from the event stream, under the same operation id.
 *
 * Invariant: the same operation always sends the same bytes under the same idempotency key (C01, C14), so the
 * provider applies it at most once for as long as it remembers the key.
 */
import { moneyFault } from '@countersign/domain';
import type { Connection } from '../network/connection.js';
import type { ExecutionResult } from '../result/execution-result.js';
import { type RefundAsked, type RefundReceipt, refundOutcome } from './refund-outcome.js';
import { stripeRequest } from './stripe-request.js';
import { toWire } from './wire-amount.js';

export type { RefundReceipt } from './refund-outcome.js';

export interface RefundOrder extends RefundAsked {
  /** The provider's three reasons; `requested_by_customer` unless a rule says otherwise. */
  readonly reason: 'requested_by_customer' | 'duplicate' | 'fraudulent';
  /**
   * Instant of the first attempt, when this is not it. Past the life of the key the provider would take a
   * repeat for a new refund (C15), so nothing is sent then and the answer is unknown.
   */
  readonly firstSentAt?: string;
  /**
   * Nothing is sent from this instant on. The reconciler counts its settle window from `ExecutionStarted`; a
   * worker that slept between that event and the call must not send after the window has proven an absence.
   */
  readonly sendBefore?: string;
}

export interface PaymentsWriter {
  refund(order: RefundOrder): Promise<ExecutionResult<RefundReceipt>>;
}

/** The provider keeps keys for at least 24 hours; an hour is left for clocks and for the request to arrive. */
export const KEY_LIFE_MS = 23 * 3_600_000;

const OPERATION_ID = /^[A-Za-z0-9_-]{1,255}$/;
const CHARGE_ID = /^[A-Za-z0-9_]{1,255}$/;

export function createPaymentsWriter(connection: Connection): PaymentsWriter {
  return {
    async refund(order) {
      const { operationId, chargeId, amountMinor, currency } = order;
      const refused = refusedUnsent(order, connection.now());
      if (refused !== undefined) return refused;
      const reply = await stripeRequest(connection, (stripe) =>
        stripe.refunds.create(bodyOf(order), { idempotencyKey: operationId }),
      );
      return refundOutcome(reply, { operationId, chargeId, amountMinor, currency });
    },
  };
}

/**
 * Nothing volatile: no time, attempt, trace or worker. The currency is metadata because the provider takes it
 * from the charge; there it makes a repeat in another currency differ, and is refused (C12).
 */
function bodyOf({ operationId, chargeId, amountMinor, currency, reason }: RefundOrder) {
  return {
    charge: chargeId,
    amount: toWire(amountMinor, currency) ?? 0,
    reason,
    metadata: { operation_id: operationId, currency },
  };
}

/** What is wrong with an order before anything leaves, in the words of a result. */
function refusedUnsent(order: RefundOrder, nowMs: number): ExecutionResult<RefundReceipt> | undefined {
  const { operationId, chargeId, amountMinor, currency, firstSentAt, sendBefore } = order;
  const reject = (code: string, message: string) => ({ class: 'rejected', code, message }) as const;
  if (!OPERATION_ID.test(operationId))
    return reject('operation_id_malformed', 'The operation id is not one.');
  if (!CHARGE_ID.test(chargeId)) return reject('charge_id_malformed', 'The charge id is not one.');
  const fault = moneyFault({ amountMinor, currency });
  if (fault !== undefined) return reject(fault.code, fault.message);
  if (toWire(amountMinor, currency) === undefined) {
    return reject('amount_not_payable', `The payment provider has no unit for this amount of ${currency}.`);
  }
  // `!(… < …)`, so that an unreadable instant never lets a request out.
  if (firstSentAt !== undefined && !(nowMs - Date.parse(firstSentAt) < KEY_LIFE_MS)) {
    return { class: 'unknown', code: 'key_life_over' };
  }
  if (sendBefore !== undefined && !(nowMs < Date.parse(sendBefore))) {
    return { class: 'transient', code: 'send_window_over' };
  }
  return undefined;
}
