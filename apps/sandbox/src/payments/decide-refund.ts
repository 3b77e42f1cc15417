import type { Charge } from './charge.js';
import type { Form } from './form.js';
import { metadataOf } from './form.js';
import type { StripeRefusal } from './stripe-error.js';
import { wrongParameter } from './stripe-error.js';

export interface RefundRequest {
  charge: string;
  /** Minor units; absent is all that is left. */
  amountMinor: number | undefined;
  currency: string | undefined;
  reason: string | null;
  metadata: Record<string, string>;
}

/** `broken` refusals are not stored under an idempotency key: the request never began. */
export type Decision = { amountMinor: number } | { refused: StripeRefusal; broken: boolean };

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];
const KNOWN = ['charge', 'amount', 'currency', 'reason'];

/** Reads the parameters; an amount is digits only, since 98.99 yen and "1e3" are nobody's intention (C16). */
export function readRefundRequest(form: Form): RefundRequest | { refused: StripeRefusal } {
  for (const name of form.keys()) {
    if (!KNOWN.includes(name) && !/^(metadata\[[^\]]+\]|expand\[\d*\])$/.test(name)) {
      const message = `Received unknown parameter: ${name}`;
      return { refused: wrongParameter('parameter_unknown', name, message) };
    }
  }
  const charge = form.get('charge');
  if (charge === undefined || charge === '') {
    const message =
      'One of the following params should be provided for this request: payment_intent or charge.';
    return { refused: wrongParameter('parameter_missing', 'charge', message) };
  }
  const amount = form.get('amount');
  if (amount !== undefined && !/^[0-9]{1,15}$/.test(amount)) {
    return { refused: wrongParameter('parameter_invalid_integer', 'amount', `Invalid integer: ${amount}`) };
  }
  const reason = form.get('reason') ?? null;
  if (reason !== null && !REASONS.includes(reason)) {
    const message = `Invalid reason: must be one of ${REASONS.join(', ')}`;
    return { refused: wrongParameter('parameter_invalid_string', 'reason', message) };
  }
  const amountMinor = amount === undefined ? undefined : Number(amount);
  return { charge, amountMinor, currency: form.get('currency'), reason, metadata: metadataOf(form) };
}

/**
 * Whether the charge can give this back. Order of precedence: the currency, a dispute, nothing left,
 * the amount. The caller holds the write lock, so two requests never see the same remainder (C07).
 */
export function decideRefund(charge: Charge, request: RefundRequest): Decision {
  const left = charge.amountMinor - charge.refundedMinor;
  const amountMinor = request.amountMinor ?? left;
  if (request.currency !== undefined && request.currency.toLowerCase() !== charge.currency) {
    const message = `The currency of the refund (${request.currency}) is not that of the charge (${charge.currency}).`;
    return { refused: wrongParameter('currency_mismatch', 'currency', message), broken: true };
  }
  if (charge.disputed) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    return { refused: wrongParameter('charge_disputed', 'charge', message), broken: false };
  }
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    return { refused: wrongParameter('charge_already_refunded', 'charge', message), broken: false };
  }
  if (amountMinor < 1) {
    const message = 'This value must be greater than or equal to 1.';
    return { refused: wrongParameter('parameter_invalid_integer', 'amount', message), broken: true };
  }
  if (amountMinor > left) {
    const message = `Refund amount (${amountMinor}) is greater than unrefunded amount on charge (${left}).`;
    return { refused: wrongParameter('amount_too_large', 'amount', message), broken: false };
  }
  return { amountMinor };
}
