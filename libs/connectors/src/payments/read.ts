/**
 * Reads charges and refunds from the payment provider, and answers the one question that matters after a lost
 * reply: did this operation happen? `absent` is said only of a whole listing, read late enough; everything
 * less is `unknown`.
 */
import type { Connection } from '../network/connection.js';
import type { ReadResult } from '../result/read-result.js';
import type { ChargeRecord } from './charge-record.js';
import { type FindRefund, findRefundIn, type RefundFinding } from './find-refund.js';
import { listRefundsCreated, type RefundPage, type RefundsCreated } from './list-refunds.js';
import { readCharge } from './read-charge.js';

export type { ChargeRecord } from './charge-record.js';
export type { FindRefund, FindUnknownCode, LookEvidence, RefundFinding } from './find-refund.js';
export type { RefundPage, RefundsCreated } from './list-refunds.js';
export type { RefundRecord, Settlement } from './refund-record.js';

export interface PaymentsReader {
  /** A charge with all refunds of it, whoever made them. */
  charge(chargeId: string): Promise<ReadResult<ChargeRecord>>;
  /** Whether the refund of this operation exists. Found ones are returned whatever their settlement. */
  findRefund(sought: FindRefund): Promise<RefundFinding>;
  /** One page of a time window of the provider's own ledger; `complete` only when the last page says `end`. */
  refundsCreated(asked: RefundsCreated): Promise<ReadResult<RefundPage>>;
}

export interface PaymentsReaderOptions extends Connection {
  /** How long after the last send, in milliseconds, an empty listing is still no proof; left out: for ever. */
  readonly settleWindowMs?: number | undefined;
}

export function createPaymentsReader(options: PaymentsReaderOptions): PaymentsReader {
  const { settleWindowMs = Number.POSITIVE_INFINITY } = options;
  return {
    charge: (chargeId) => readCharge(options, chargeId),
    refundsCreated: (asked) => listRefundsCreated(options, asked),
    async findRefund(sought) {
      // The look begins before the first request, so that the window is measured from the earliest it can show.
      const startedAtMs = options.now();
      return findRefundIn(await readCharge(options, sought.chargeId), sought, {
        settleWindowMs,
        startedAtMs,
      });
    },
  };
}
