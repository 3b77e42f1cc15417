import type { Absence, OperationId } from '@countersign/domain';
import type { NoAnswerCode, ReadResult } from '../result/read-result.js';
import { settledBy } from '../result/settled.js';
import type { ChargeRecord } from './charge-record.js';
import type { RefundRecord } from './refund-record.js';

export interface FindRefund {
  readonly operationId: OperationId;
  readonly chargeId: string;
  /** Instant of the last attempt to send it (`ExecutionStarted`). */
  readonly lastSentAt: string;
}

export interface LookEvidence {
  readonly source: string;
  /** The question, for the record. */
  readonly asked: string;
  readonly readAt: string;
  /** Whether the whole listing was read and adds up. */
  readonly complete: boolean;
  /** Why this answer follows, in words. */
  readonly why: string;
  /** There when the customer's bank contests the charge. */
  readonly disputed?: true;
}

export type FindUnknownCode = NoAnswerCode | 'charge_missing' | 'listing_incomplete' | 'too_early';

export type RefundFinding =
  /** Every refund of the operation; more than one is a matter for a person. */
  | {
      readonly outcome: 'happened';
      readonly refunds: readonly RefundRecord[];
      readonly evidence: LookEvidence;
    }
  /** Believed for the reason in the evidence and for no other: all of it was read, and late enough. */
  | {
      readonly outcome: 'absent';
      readonly evidence: LookEvidence & { readonly complete: true; readonly absence: Absence };
    }
  | { readonly outcome: 'unknown'; readonly code: FindUnknownCode; readonly retryAfterMs?: number };

/** Judges one look. Order of precedence: no answer, happened, listing incomplete, too early, absent. */
export function findRefundIn(
  read: ReadResult<ChargeRecord>,
  { operationId, lastSentAt }: FindRefund,
  { settleWindowMs, startedAtMs }: { settleWindowMs: number; startedAtMs: number },
): RefundFinding {
  // A key of another account sees no charge either, so a missing charge proves nothing about its refunds.
  if (read.outcome === 'not_found') return { outcome: 'unknown', code: 'charge_missing' };
  if (read.outcome === 'no_answer') return { ...read, outcome: 'unknown' };
  const { refunds, refundsComplete, chargeId, disputed } = read.value;
  const asked = `refunds of charge ${chargeId} with operation_id ${operationId}`;
  const contested = disputed ? ({ disputed: true } as const) : {};
  const look = { source: 'payments /v1/refunds', asked, readAt: read.readAt, ...contested };
  const mine = refunds.filter((refund) => refund.operationId === operationId);
  if (mine.length > 0) {
    const ids = mine.map((refund) => refund.refundId).join(', ');
    return {
      outcome: 'happened',
      refunds: mine,
      evidence: { ...look, complete: refundsComplete, why: `found ${ids}` },
    };
  }
  if (!refundsComplete) return { outcome: 'unknown', code: 'listing_incomplete' };
  const since = settledBy(startedAtMs, { lastSentAt, settleWindowMs });
  if (!since.settled) {
    const wait = since.waitMs === undefined ? {} : { retryAfterMs: since.waitMs };
    return { outcome: 'unknown', code: 'too_early', ...wait };
  }
  const why = `none among all ${refunds.length} refunds of the charge, asked more than ${settleWindowMs} ms after the last send at ${lastSentAt}`;
  const absence: Absence = {
    basis: 'whole_listing',
    recordsRead: refunds.length,
    lastSentAt,
    settledAt: since.settledAt,
  };
  return { outcome: 'absent', evidence: { ...look, complete: true, why, absence } };
}
