import type { Ledger } from '../ledger/database.js';
import type { Charge, Refund } from './charge.js';
import type { Charges } from './charges.js';
import { openCharges } from './charges.js';
import type { RefundRequest } from './decide-refund.js';
import { decideRefund } from './decide-refund.js';
import { createPaymentsTables, emptyPaymentsTables } from './payments-schema.js';
import type { Channel, Refunds } from './refunds.js';
import { openRefunds } from './refunds.js';
import type { StripeRefusal } from './stripe-error.js';
import { missing } from './stripe-error.js';

export interface RefundSource {
  key: string | null;
  callId: number | null;
  channel: Channel;
}

/** The money ledger: charges and their refunds. */
export interface Payments {
  charges: Charges;
  refunds: Refunds;
  /** Decides and applies one refund; the caller holds a write transaction. */
  refund(request: RefundRequest, source: RefundSource): Outcome;
  /** A bank's late word on a refund; a failed one gives its amount back to the charge (C21). */
  settle(id: string, status: Refund['status'], failureReason: string | null): Refund | undefined;
  /** Changes the amount of a refund in the books, as no request could; the caller holds a write transaction. */
  edit(id: string, amountMinor: number): Refund | undefined;
  reset(): void;
}

export type Outcome = { refund: Refund } | { refused: StripeRefusal; broken: boolean };

export function openPayments(
  ledger: Ledger,
  { now, seed }: { now: () => number; seed: (nowMs: number) => Charge[] },
): Payments {
  createPaymentsTables(ledger.effects);
  const charges = openCharges(ledger);
  const refunds = openRefunds(ledger);
  const reset = (): void =>
    ledger.inTransaction(() => {
      emptyPaymentsTables(ledger.effects);
      for (const charge of seed(now())) charges.create(charge);
    });
  if (ledger.effects.prepare('SELECT 1 FROM charges').get() === undefined) reset();

  return {
    charges,
    refunds,
    reset,
    refund(request, source) {
      const charge = charges.find(request.charge);
      if (charge === undefined) return { refused: missing('charge', request.charge, 'charge'), broken: true };
      const decision = decideRefund(charge, request);
      if ('refused' in decision) return decision;
      const { amountMinor } = decision;
      const { reason, metadata } = request;
      const { currency, refundStatus } = charge;
      const effect = { charge: charge.id, amountMinor, currency, status: refundStatus, reason, metadata };
      charges.addRefunded(charge.id, amountMinor);
      return { refund: refunds.add({ ...effect, createdAt: now(), ...source }) };
    },
    edit(id, amountMinor) {
      const before = refunds.find(id);
      if (before === undefined) return undefined;
      charges.addRefunded(before.charge, amountMinor - before.amountMinor);
      refunds.setAmount(id, amountMinor);
      return refunds.find(id);
    },
    settle: (id, status, failureReason) =>
      ledger.inTransaction(() => {
        const before = refunds.find(id);
        // A failed refund stays failed: its amount may have been given back a second time already.
        if (before === undefined || before.status === 'failed') return before;
        if (status === 'failed') charges.addRefunded(before.charge, -before.amountMinor);
        refunds.setStatus(id, status, failureReason);
        return refunds.find(id);
      }),
  };
}
