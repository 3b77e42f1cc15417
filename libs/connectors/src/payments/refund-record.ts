import { exponentOf } from '@countersign/domain';
import { type RecordRead, unreadable } from '../network/read-records.js';
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
  const read = readRefundRecord(fieldsOf(item) ?? {});
  return read.outcome === 'read' ? read.value : undefined;
}

/** The same, saying what could not be understood. */
export function readRefundRecord(item: Fields): RecordRead<RefundRecord> {
  const { object, id, charge, amount, created, status, metadata, ...rest } = item;
  if (object !== 'refund') return unreadable('object', 'is not "refund"');
  if (!isText(id)) return unreadable('id', 'is missing, or no text');
  if (!isText(charge)) return unreadable('charge', 'is missing, or names none');
  if (!isCount(created) || created > lastSecond)
    return unreadable('created', 'is no whole number of seconds');
  if (!isCount(amount)) return unreadable('amount', 'is no whole number of minor units');
  const currency = currencyOf(rest);
  if (currency === undefined) return unreadable('currency', 'is no currency of ISO 4217');
  const settled = typeof status === 'string' ? SETTLEMENTS[status] : undefined;
  if (settled === undefined || typeof status !== 'string')
    return unreadable('status', `${wordOf(status)} is no word that is known here`);
  const amountMinor = fromWire(amount, currency);
  if (amountMinor === undefined) return unreadable('amount', `is no amount of ${currency}`);
  const operationId = fieldsOf(metadata)?.operation_id;
  const createdAt = new Date(created * 1000).toISOString();
  const value = {
    ...{ refundId: id, chargeId: charge, amountMinor, currency, status, settled, createdAt },
    ...(isText(operationId) ? { operationId } : {}),
  };
  return { outcome: 'read', value };
}

/** Of the last instant that a date can hold. */
export const lastSecond = 8_640_000_000_000;

/** What stands in a word's place, short enough to be shown: it was written by somebody else. */
const wordOf = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

/** The provider writes currencies in lower case; ISO 4217 and we do not. */
export function currencyOf({ currency }: Fields): string | undefined {
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  return exponentOf(code) === undefined ? undefined : code;
}
