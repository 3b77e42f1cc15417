import { exponentOf } from '@countersign/domain';
import { type Fields, fieldsOf, isCount, isText } from '../network/shape.js';
import { fromWire } from './wire-amount.js';

/**
 * Whether the money has arrived: `pending` is accepted and may still fail at the bank (C21); `no` is a refund
 * that failed or was cancelled, whose amount is back on the charge.
 */
export type Settlement = 'settled' | 'pending' | 'no';

/** A refund as the provider records it. Amounts are ISO 4217 minor units of `currency`. */
export interface RefundRecord {
  readonly refundId: string;
  readonly chargeId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The provider's own word. */
  readonly status: string;
  readonly settled: Settlement;
  readonly createdAt: string;
  /** Whose refund this is; absent when it was made through another channel. */
  readonly operationId?: string;
}

const SETTLEMENTS: Readonly<Record<string, Settlement>> = {
  succeeded: 'settled',
  pending: 'pending',
  requires_action: 'pending',
  failed: 'no',
  canceled: 'no',
};

/** Reads a refund object, or undefined when this is not one, or not one we understand whole. */
export function refundRecordOf(item: unknown): RefundRecord | undefined {
  const { object, id, charge, amount, created, status, metadata, ...rest } = fieldsOf(item) ?? {};
  const currency = currencyOf(rest);
  const settled = typeof status === 'string' ? SETTLEMENTS[status] : undefined;
  if (object !== 'refund' || !isText(id) || !isText(charge) || !isCount(amount) || !isCount(created))
    return undefined;
  if (currency === undefined || settled === undefined || typeof status !== 'string') return undefined;
  const amountMinor = fromWire(amount, currency);
  if (amountMinor === undefined) return undefined;
  const operationId = fieldsOf(metadata)?.operation_id;
  const createdAt = new Date(created * 1000).toISOString();
  return {
    ...{ refundId: id, chargeId: charge, amountMinor, currency, status, settled, createdAt },
    ...(isText(operationId) ? { operationId } : {}),
  };
}

/** The provider writes currencies in lower case; ISO 4217 and we do not. */
export function currencyOf({ currency }: Fields): string | undefined {
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  return exponentOf(code) === undefined ? undefined : code;
}
