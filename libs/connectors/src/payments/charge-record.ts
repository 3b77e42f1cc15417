import { sumOf } from '@countersign/domain';
import { type Fields, isCount, isText } from '../network/shape.js';
import { currencyOf, type RefundRecord } from './refund-record.js';
import { fromWire } from './wire-amount.js';

/** A charge and everything given back on it. Amounts are ISO 4217 minor units of `currency`. */
export interface ChargeRecord {
  readonly chargeId: string;
  readonly capturedMinor: number;
  /** The provider's own total of refunds, less failed ones. */
  readonly refundedMinor: number;
  readonly currency: string;
  readonly disputed: boolean;
  /** Newest first, failed ones included. */
  readonly refunds: readonly RefundRecord[];
  /** Whether `refunds` is all of them: every page was read, and they add up to `refundedMinor`. */
  readonly refundsComplete: boolean;
}

export interface Listing {
  readonly refunds: readonly RefundRecord[];
  readonly complete: boolean;
}

/**
 * Reads a charge object beside the listing of its refunds. The two are separate requests: a refund between
 * them, or a list that lags behind, shows as totals that differ, and the list is then not called complete.
 */
export function chargeRecordOf(body: Fields, listing: Listing): ChargeRecord | undefined {
  const { object, id, amount_captured: captured, amount_refunded: refunded, disputed } = body;
  const currency = currencyOf(body);
  if (object !== 'charge' || !isText(id) || currency === undefined || typeof disputed !== 'boolean')
    return undefined;
  if (!isCount(captured) || !isCount(refunded)) return undefined;
  const capturedMinor = fromWire(captured, currency);
  const refundedMinor = fromWire(refunded, currency);
  if (capturedMinor === undefined || refundedMinor === undefined) return undefined;
  const { refunds } = listing;
  const standing = refunds.filter((refund) => refund.settled !== 'no');
  const listed = sumOf(standing, currency);
  const isOfCharge = refunds.every((refund) => refund.chargeId === id && refund.currency === currency);
  const addsUp = listed.outcome === 'summed' && listed.amountMinor === refundedMinor;
  const refundsComplete = listing.complete && isOfCharge && addsUp;
  return { chargeId: id, capturedMinor, refundedMinor, currency, disputed, refunds, refundsComplete };
}

/** Changes whenever something does that a refund depends on. */
export function versionOf({ capturedMinor, refundedMinor, disputed }: ChargeRecord): string {
  return `captured ${capturedMinor}, refunded ${refundedMinor}, ${disputed ? 'disputed' : 'undisputed'}`;
}
